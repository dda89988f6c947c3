import { lazy } from 'react'
import { defineWebPlugin } from '#core/web/plugin.ts'
import {
  challengeParts,
  challengesRoute,
  judgingRoute,
  newChallengeCommand,
  scoresRoute,
} from './competition/challenges/web/routes.ts'
import { calendarRoute } from './scheduling/calendar/web/routes.ts'
import { consentParts, consentRoute } from './care/consents/web/routes.ts'
import { collectorParts } from './care/collectors/web/parts.ts'
import { digestSection, unsubscribeRoute } from './portal/digest/web/routes.ts'
import { dashboardParts, dashboardRoute } from './portal/dashboards/web/routes.ts'
import { familyHomePart } from './portal/family-home/web/routes.ts'
import { erasureParts } from './records/erasure/web/parts.ts'
import { exportParts } from './records/exports/web/parts.ts'
import { contactsSection } from './base/families/web/parts.ts'
import { ownSections } from './portal/parent-portal/web/parts.ts'
import { portalRoute } from './portal/parent-portal/web/routes.ts'
import { healthParts } from './care/health/web/routes.ts'
import { concernParts, concernsRoute } from './care/concerns/web/routes.ts'
import { incidentParts, incidentRoute } from './care/incidents/web/routes.ts'
import { incidentsRoute, newIncidentRoute } from './portal/incident-pages/web/routes.ts'
import { importRoute, importsRoute } from './admissions/imports/web/routes.ts'
import { joinRoute } from './admissions/letters/web/routes.ts'
import { displayRoute, leaderboardParts, leaderboardRoute } from './competition/leaderboard/web/routes.ts'
import { ledgerTabs } from './base/ledger/web/routes.ts'
import { mediaParts, mediaRoute } from './media/web/routes.ts'
import {
  linkedMessageRoute,
  messagesRoute,
  newMessageRoute,
  newsSection,
  receivedMessageRoute,
  sentMessageRoute,
  templatesRoute,
} from './messages/web/routes.ts'
import { askRoute, conversationRoute, newConversationRoute, officeHoursTab } from './conversations/web/routes.ts'
import { ownPageParts } from './portal/own-page/web/parts.ts'
import { newProjectCommand, projectRoute, projectSearch, projectsRoute } from './base/projects/web/routes.ts'
import { personSearch } from './base/people/web/routes.ts'
import { noticeParts } from './scheduling/notices/web/parts.ts'
import { linkedAbsenceRoute, linkedPlaceRoute } from './scheduling/notices/web/routes.ts'
import { reportsRoute } from './records/reports/web/routes.ts'
import { notificationsTab } from './portal/notifications/web/routes.ts'
import { attendanceTab, marksBanner } from './scheduling/rosters/web/parts.ts'
import { pointsBanner } from './portal/run-mode/web/parts.ts'
import { runRoute } from './portal/run-mode/web/routes.ts'
import { doorBanner, doorLogSection, doorTab } from './scheduling/door/web/parts.ts'
import { kioskRoute, kiosksTab } from './scheduling/kiosk/web/routes.ts'
import { doorRoute, rollCallRoute } from './scheduling/door/web/routes.ts'
import { newSessionCommand, sessionRoute, sessionsRoute } from './portal/session-pages/web/routes.ts'
import { groupRoute, groupsRoute } from './portal/group-pages/web/routes.ts'
import { todayRoute } from './portal/today/web/routes.ts'
import { studentRoute } from './portal/student-page/web/routes.ts'
import { sessionParts } from './scheduling/sessions/web/parts.ts'
import { holidaysTab } from './scheduling/series/web/parts.ts'
import { settingsTabs } from './portal/settings/web/routes.ts'
import { addStudentCommand, studentSearch, studentsRoute } from './admissions/students/web/routes.ts'

/** For plugins with sections about a project, the readiness of its instructors, or their own reports. */
export {
  childSections,
  groupSections,
  instructorReadiness,
  projectSections,
  reportTabs,
  runSteps,
} from './shared/web/slots.ts'
export type { RunStep } from './shared/web/slots.ts'

/** For plugins whose pages create and edit projects too. */
export const NewProjectDialog = lazy(() =>
  import('./base/projects/web/NewProjectDialog.tsx').then((module) => ({ default: module.NewProjectDialog })),
)
export const EditProjectDialog = lazy(() =>
  import('./base/projects/web/EditProjectDialog.tsx').then((module) => ({ default: module.EditProjectDialog })),
)

/** Screens of an organization: its dashboards, its sessions, its students and its settings. */
export const tenantAppWeb = defineWebPlugin({
  id: 'tenant-app',
  help: () => import('./help/web/articles.ts'),
  routes: [
    todayRoute,
    dashboardRoute,
    projectsRoute,
    projectRoute,
    sessionsRoute,
    sessionRoute,
    runRoute,
    doorRoute,
    rollCallRoute,
    challengesRoute,
    scoresRoute,
    judgingRoute,
    calendarRoute,
    studentsRoute,
    studentRoute,
    portalRoute,
    consentRoute,
    groupsRoute,
    groupRoute,
    importsRoute,
    importRoute,
    leaderboardRoute,
    reportsRoute,
    mediaRoute,
    incidentsRoute,
    newIncidentRoute,
    incidentRoute,
    concernsRoute,
    messagesRoute,
    newMessageRoute,
    templatesRoute,
    sentMessageRoute,
    receivedMessageRoute,
    newConversationRoute,
    conversationRoute,
    askRoute,
  ],
  publicRoutes: [
    displayRoute,
    kioskRoute,
    unsubscribeRoute,
    linkedMessageRoute,
    linkedAbsenceRoute,
    linkedPlaceRoute,
    joinRoute,
  ],
  contributions: [
    familyHomePart,
    ...dashboardParts,
    contactsSection,
    ...ownSections,
    ...ownPageParts,
    ...collectorParts,
    ...sessionParts,
    attendanceTab,
    doorLogSection,
    doorTab,
    kiosksTab,
    marksBanner,
    pointsBanner,
    doorBanner,
    ...noticeParts,
    newsSection,
    digestSection,
    notificationsTab,
    officeHoursTab,
    ...challengeParts,
    holidaysTab,
    ...settingsTabs,
    ...healthParts,
    ...consentParts,
    ...incidentParts,
    ...concernParts,
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
