import { mount } from '#core/server/http/mount.ts'
import { definePlugin } from '#core/server/plugin.ts'
import { tenantAppContract } from '../contract.ts'
import { listActivity, notedActivity } from './activity.ts'
import { dashboardFigures, dashboardPanels, tenantFigures } from './dashboards.ts'
import { listInstructors } from './instructors.ts'
import { getOrganizationSettings, updateOrganizationSettings } from './organization-settings.ts'
import { createSession, updateSession } from './scheduling.ts'
import { seedPrograms } from './seed.ts'
import { getSession, listSessions } from './sessions.ts'
import { zoneOf } from './time-zone.ts'

export { sessionCreated, sessionUpdated } from './events.ts'

/** What an organization's people work with: sessions, students, challenges, scores, and their dashboards. */
export const tenantApp = definePlugin({
  id: 'tenant-app',
  migrations: new URL('./migrations/', import.meta.url),
  setup: () => ({
    routes: [
      mount(tenantAppContract, {
        listSessions: (scope, { query }) => listSessions(scope, query),
        createSession: (scope, { body }) => createSession(scope, body),
        getSession: (scope, { params }) => getSession(scope, params.id),
        updateSession: (scope, { params, body }) => updateSession(scope, params.id, body),
        listInstructors: (scope, { query }) => listInstructors(scope, query),
        dashboardStats: dashboardFigures,
        dashboardPanels,
        tenantStats: tenantFigures,
        listActivity: (scope, { query }) => listActivity(scope, query),
        organizationSettings: getOrganizationSettings,
        updateOrganizationSettings: (scope, { body }) => updateOrganizationSettings(scope, body),
        timeZone: async (scope) => ({ timeZone: await zoneOf(scope) }),
      }),
    ],
    subscriptions: [...notedActivity],
    limitedResources: [{ name: 'sessions', from: 'sessions', where: `status <> 'cancelled'`, measure: 'count(*)' }],
    seed: seedPrograms,
  }),
})
