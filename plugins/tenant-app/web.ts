import { lazy } from 'react'
import { defineWebPlugin } from '#core/web/plugin.ts'
import {
  challengeParts,
  challengesRoute,
  judgingRoute,
  newChallengeCommand,
  scoresRoute,
} from './competition/challenges/web/routes.ts'
import { calendarParts, calendarRoute } from './scheduling/calendar/web/routes.ts'
import { consentParts, consentRoute } from './care/consents/web/routes.ts'
import { collectorParts } from './care/collectors/web/parts.ts'
import { digestParts, unsubscribeRoute } from './portal/digest/web/routes.ts'
import { dashboardParts, dashboardRoute } from './portal/dashboards/web/routes.ts'
import { erasureParts } from './records/erasure/web/parts.ts'
import { exportParts } from './records/exports/web/routes.ts'
import { familyParts, portalRoute } from './base/families/web/routes.ts'
import { healthParts } from './care/health/web/routes.ts'
import { importRoute, importsRoute } from './admissions/imports/web/routes.ts'
import { displayRoute, leaderboardParts, leaderboardRoute } from './competition/leaderboard/web/routes.ts'
import { ledgerTabs } from './base/ledger/web/routes.ts'
import { mediaParts, mediaRoute } from './media/web/routes.ts'
import { ownPageParts } from './portal/own-page/web/parts.ts'
import { pointsTab } from './base/points/web/parts.ts'
import { newProjectCommand, projectRoute, projectSearch, projectsRoute } from './base/projects/web/routes.ts'
import { personSearch } from './base/people/web/routes.ts'
import { noticeParts } from './scheduling/notices/web/parts.ts'
import { reportsRoute } from './records/reports/web/routes.ts'
import { notificationsTab } from './portal/notifications/web/routes.ts'
import { restrictionParts } from './admissions/restrictions/web/parts.ts'
import { attendanceTab, rosterTabs } from './scheduling/rosters/web/routes.ts'
import { newSessionCommand, sessionRoute, sessionSections, sessionsRoute } from './scheduling/sessions/web/routes.ts'
import { seriesParts } from './scheduling/series/web/routes.ts'
import { settingsTabs } from './portal/settings/web/routes.ts'
import { accountTab } from './admissions/students/web/accountTab.ts'
import {
  addStudentCommand,
  ownStudentTabs,
  studentRoute,
  studentSearch,
  studentsRoute,
} from './admissions/students/web/routes.ts'

/** For plugins that have something to show of a project, of who leads its sessions, or a report of their own. */
export { childSections, instructorReadiness, projectSections, reportTabs } from './shared/web/places.ts'

/** For plugins whose pages make and change projects as well. */
export const NewProjectDialog = lazy(() =>
  import('./base/projects/web/NewProjectDialog.tsx').then((module) => ({ default: module.NewProjectDialog })),
)
export const EditProjectDialog = lazy(() =>
  import('./base/projects/web/EditProjectDialog.tsx').then((module) => ({ default: module.EditProjectDialog })),
)

/** An organization's own screens: its dashboards, its sessions, its students and its settings. */
export const tenantAppWeb = defineWebPlugin({
  id: 'tenant-app',
  routes: [
    dashboardRoute,
    projectsRoute,
    projectRoute,
    sessionsRoute,
    sessionRoute,
    challengesRoute,
    scoresRoute,
    judgingRoute,
    calendarRoute,
    studentsRoute,
    studentRoute,
    portalRoute,
    consentRoute,
    importsRoute,
    importRoute,
    leaderboardRoute,
    reportsRoute,
    mediaRoute,
  ],
  publicRoutes: [displayRoute, unsubscribeRoute],
  contributions: [
    ...dashboardParts,
    ...ownStudentTabs,
    accountTab,
    pointsTab,
    ...familyParts,
    ...ownPageParts,
    ...collectorParts,
    ...restrictionParts,
    ...sessionSections,
    ...rosterTabs,
    attendanceTab,
    ...noticeParts,
    ...digestParts,
    notificationsTab,
    ...challengeParts,
    ...seriesParts,
    ...calendarParts,
    ...settingsTabs,
    ...healthParts,
    ...consentParts,
    ...ledgerTabs,
    ...leaderboardParts,
    ...mediaParts,
    ...exportParts,
    ...erasureParts,
  ],
  commands: [newProjectCommand, newSessionCommand, newChallengeCommand, addStudentCommand],
  searches: [projectSearch, studentSearch, personSearch],
})

declare module '#core/web/plugin.ts' {
  interface WebPlugins {
    tenantApp: typeof tenantAppWeb
  }
}
