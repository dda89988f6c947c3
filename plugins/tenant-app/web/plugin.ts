import { lazy } from 'react'
import { defineWebPlugin } from '#core/web/plugin.ts'
import {
  challengeParts,
  challengesRoute,
  judgingRoute,
  newChallengeCommand,
  scoresRoute,
} from '../challenges/web/routes.ts'
import { calendarParts, calendarRoute } from '../calendar/web/routes.ts'
import { consentParts, consentRoute } from '../consents/web/routes.ts'
import { collectorParts } from '../collectors/web/parts.ts'
import { digestParts, unsubscribeRoute } from '../digest/web/routes.ts'
import { dashboardParts, dashboardRoute } from '../dashboards/web/routes.ts'
import { erasureParts } from '../erasure/web/parts.ts'
import { exportParts } from '../exports/web/routes.ts'
import { familyParts, portalRoute } from '../families/web/routes.ts'
import { healthParts } from '../health/web/routes.ts'
import { importRoute, importsRoute } from '../imports/web/routes.ts'
import { displayRoute, leaderboardParts, leaderboardRoute } from '../leaderboard/web/routes.ts'
import { ledgerTabs } from '../ledger/web/routes.ts'
import { mediaParts, mediaRoute } from '../media/web/routes.ts'
import { ownPageParts } from '../own-page/web/parts.ts'
import { pointsTab } from '../points/web/parts.ts'
import { newProjectCommand, projectRoute, projectSearch, projectsRoute } from '../projects/web/routes.ts'
import { personSearch } from '../people/web/routes.ts'
import { noticeParts } from '../notices/web/parts.ts'
import { reportsRoute } from '../reports/web/routes.ts'
import { notificationsTab } from '../notifications/web/routes.ts'
import { restrictionParts } from '../restrictions/web/parts.ts'
import { attendanceTab, rosterTabs } from '../rosters/web/routes.ts'
import { newSessionCommand, sessionRoute, sessionSections, sessionsRoute } from '../sessions/web/routes.ts'
import { seriesParts } from '../series/web/routes.ts'
import { settingsTabs } from '../settings/web/routes.ts'
import { accountTab } from '../students/web/accountTab.ts'
import {
  addStudentCommand,
  ownStudentTabs,
  studentRoute,
  studentSearch,
  studentsRoute,
} from '../students/web/routes.ts'

/** For plugins that have something to show of a project, of who leads its sessions, or a report of their own. */
export { childSections, instructorReadiness, projectSections, reportTabs } from './places.ts'

/** For plugins whose pages make and change projects as well. */
export const NewProjectDialog = lazy(() =>
  import('../projects/web/NewProjectDialog.tsx').then((module) => ({ default: module.NewProjectDialog })),
)
export const EditProjectDialog = lazy(() =>
  import('../projects/web/EditProjectDialog.tsx').then((module) => ({ default: module.EditProjectDialog })),
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
