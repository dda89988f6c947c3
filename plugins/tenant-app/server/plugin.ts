import { mount } from '#core/server/http/mount.ts'
import { definePlugin } from '#core/server/plugin.ts'
import { tenantAppContract } from '../contract.ts'
import { calendarRoutes } from '../calendar/server/routes.ts'
import { pointsOnceAllHave } from '../challenges/server/judging-results.ts'
import { challengesRoutes, judgingRoutes, scoresRoutes } from '../challenges/server/routes.ts'
import { mayBeNamed } from '../consents/server/may-be-named.ts'
import { listAccountContacts } from '../families/server/account-contacts.ts'
import { endSessionsOfSeparated } from '../families/server/end-sessions.ts'
import { isRestrictedGuardian } from '../families/server/restricted.ts'
import { lockSeparatedFromCaller, listSeparated, listSeparatedFromCaller } from '../families/server/separation.ts'
import { expireExportsOfSeparated } from '../exports/server/expire-exports.ts'
import { lookForEndingConsents, askConsentsAgain } from '../consents/server/requests.ts'
import { consentsRoutes, studentConsentsRoutes } from '../consents/server/routes.ts'
import { activityListeners } from '../dashboards/server/activity.ts'
import { firstSteps } from '../dashboards/server/first-steps.ts'
import { dashboardsRoutes } from '../dashboards/server/routes.ts'
import { digestRoutes } from '../digest/server/routes.ts'
import { lookForDigests, sendDigests } from '../digest/server/send-digests.ts'
import { collectorPhoto } from '../collectors/server/photo-files.ts'
import { collectorsRoutes } from '../collectors/server/routes.ts'
import { clearExports, resumeExports } from '../exports/server/clear-exports.ts'
import { makeExport } from '../exports/server/make-export.ts'
import { applyRetention, lookForRetention } from '../erasure/server/apply-retention.ts'
import { erasureRequestsRoutes, erasureRoutes, retentionRoutes } from '../erasure/server/routes.ts'
import { exportsRoutes, personalExportsRoutes } from '../exports/server/routes.ts'
import { getStudentAccountId } from '../families/server/children.ts'
import { familiesRoutes } from '../families/server/routes.ts'
import { askGuardians, askGuardiansOfOrganization } from '../health/server/ask-guardians.ts'
import { healthRoutes } from '../health/server/routes.ts'
import { purgeImports } from '../imports/server/purge-imports.ts'
import { importStudents } from '../imports/server/import-students.ts'
import { importsRoutes } from '../imports/server/routes.ts'
import { leaderboardListeners } from '../leaderboard/server/announce-board.ts'
import { DisplayBoards } from '../leaderboard/server/display-boards.ts'
import { leaderboardRoutes } from '../leaderboard/server/routes.ts'
import { recordAdminAccessGiven } from '../ledger/server/admin-access.ts'
import { recordAccommodationsView } from '../ledger/server/accommodation-views.ts'
import { ledgerRoutes } from '../ledger/server/routes.ts'
import { mailSummary, lookForSummaries } from '../ledger/server/summary.ts'
import { purgeMedia } from '../media/server/delete-media.ts'
import { mediaFile, mediaPicture } from '../media/server/file-kinds.ts'
import { mediaRoutes } from '../media/server/routes.ts'
import { ownPageRoutes } from '../own-page/server/routes.ts'
import { noticeListeners } from '../notices/server/listeners.ts'
import { noticesRoutes } from '../notices/server/routes.ts'
import { notificationsRoutes } from '../notifications/server/routes.ts'
import { lookForNotices, sendAttendanceNotices } from '../notices/server/send-notices.ts'
import { peopleRoutes } from '../people/server/routes.ts'
import { comparePointsJob, reportDifferencesJob } from '../points/server/compare-points.ts'
import { pointsRoutes } from '../points/server/routes.ts'
import { getProject } from '../projects/server/projects.ts'
import { listProjectNames } from '../projects/server/project-names.ts'
import { projectsRoutes } from '../projects/server/routes.ts'
import { showsThumbnail } from '../projects/server/thumbnails.ts'
import { reportsRoutes } from '../reports/server/routes.ts'
import { restrictionsRoutes } from '../restrictions/server/routes.ts'
import { rosterListeners } from '../rosters/server/listeners.ts'
import { holidaysRoutes, seriesRoutes, sessionSeriesRoutes, zoneRoutes } from '../series/server/routes.ts'
import { attendanceRoutes, historyRoutes, rostersRoutes } from '../rosters/server/routes.ts'
import { completeEndedSessions, lookForEndedSessions } from '../sessions/server/complete-sessions.ts'
import { listPlannedSessions, listProjectLeaders } from '../sessions/server/leaders.ts'
import { sessionsRoutes } from '../sessions/server/routes.ts'
import { settingsRoutes } from '../settings/server/routes.ts'
import { ageOf } from '../students/server/ages.ts'
import { studentAccountRoutes } from '../students/server/accounts.ts'
import { renameStudentsRecord } from '../students/server/rename-student.ts'
import { progressRoutes, studentsRoutes } from '../students/server/routes.ts'
import { tenantAppPersonalData } from './personal-data/personal-data.ts'
import { seedPrograms } from './seed/seed.ts'
import { syntheticFamilies } from './seed/synthetic.ts'
import { requireOpened } from './require-opened.ts'
import { zoneOf } from './time-zone.ts'

export { guardianSeparated } from '../families/server/events.ts'
export {
  sessionCreated,
  sessionUpdated,
  sessionsCreated,
  sessionsDeleted,
  sessionsUpdated,
} from '../sessions/server/events.ts'

const services = {
  getProject,
  ageOf,
  accountOfStudent: getStudentAccountId,
  isRestrictedGuardian,
  listAccountContacts,
  listSeparated,
  listSeparatedFromCaller,
  holdSeparatedFromCaller: lockSeparatedFromCaller,
  mayBeNamed,
  projectNames: listProjectNames,
  projectLeaders: listProjectLeaders,
  plannedSessions: listPlannedSessions,
  recordAccommodationsView,
  requireOpened,
}
export type TenantAppServices = typeof services

/** Plugin of an organization's daily work: sessions, students, challenges, scores, and their dashboards. */
export const tenantApp = definePlugin({
  id: 'tenant-app',
  migrations: new URL('./migrations/', import.meta.url),
  synthetic: syntheticFamilies,
  storage: {
    // What undoes an import names rows that a restore replaces; a display or a feed that was revoked since must not open again.
    // An export is a copy of what an archive holds, and lies outside of it.
    ephemeral: ['student_imports', 'student_import_rows', 'leaderboard_displays', 'calendar_feeds', 'data_exports'],
    ledgers: ['access_ledger'],
    concealed: { judge_scores: { points: pointsOnceAllHave } },
    secrets: {
      calendar_feeds: ['token_hash', 'sealed_token'],
      digests: ['token_hash'],
      leaderboard_displays: ['token_hash'],
    },
  },
  personalData: tenantAppPersonalData,
  setup: (core) => ({
    services,
    entitlements: ['report-export', 'branding'],
    routes: [
      projectsRoutes,
      sessionsRoutes,
      rostersRoutes,
      attendanceRoutes,
      calendarRoutes,
      challengesRoutes,
      pointsRoutes,
      scoresRoutes,
      judgingRoutes,
      seriesRoutes,
      holidaysRoutes,
      zoneRoutes,
      sessionSeriesRoutes,
      historyRoutes,
      noticesRoutes,
      notificationsRoutes,
      digestRoutes,
      peopleRoutes,
      familiesRoutes,
      studentsRoutes,
      progressRoutes,
      studentAccountRoutes,
      consentsRoutes,
      studentConsentsRoutes,
      collectorsRoutes,
      restrictionsRoutes,
      dashboardsRoutes,
      ownPageRoutes,
      settingsRoutes,
      healthRoutes,
      ledgerRoutes,
      importsRoutes,
      mediaRoutes,
      exportsRoutes,
      erasureRoutes,
      retentionRoutes,
      erasureRequestsRoutes,
      personalExportsRoutes,
      ...leaderboardRoutes(new DisplayBoards(core)),
      reportsRoutes,
      mount(tenantAppContract, { timeZone: async (scope) => ({ timeZone: await zoneOf(scope) }) }),
    ],
    jobs: [
      lookForEndingConsents,
      askConsentsAgain,
      askGuardians,
      askGuardiansOfOrganization,
      lookForSummaries,
      mailSummary,
      importStudents,
      purgeImports,
      makeExport,
      resumeExports,
      clearExports,
      lookForRetention,
      applyRetention,
      comparePointsJob,
      reportDifferencesJob,
      lookForNotices,
      sendAttendanceNotices,
      purgeMedia,
      lookForDigests,
      sendDigests,
      lookForEndedSessions,
      completeEndedSessions,
    ],
    files: [collectorPhoto, mediaPicture, mediaFile],
    showsImage: showsThumbnail,
    subscriptions: [
      expireExportsOfSeparated,
      endSessionsOfSeparated,
      renameStudentsRecord,
      recordAdminAccessGiven,
      ...activityListeners,
      ...rosterListeners,
      ...noticeListeners,
      ...leaderboardListeners,
    ],
    limitedResources: [
      {
        name: 'sessions',
        from: 'sessions',
        where: `status <> 'cancelled'`,
        measure: 'count(*)',
        at: 'start_date',
      },
    ],
    firstSteps,
    seed: seedPrograms,
  }),
})
