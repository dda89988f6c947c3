import { mount } from '#core/server/http/mount.ts'
import { definePlugin } from '#core/server/plugin.ts'
import { tenantAppContract } from './contract.ts'
import { calendarRoutes } from './scheduling/calendar/server/routes.ts'
import { pointsOnceAllHave } from './competition/challenges/server/judging-results.ts'
import { challengesRoutes, judgingRoutes, scoresRoutes } from './competition/challenges/server/routes.ts'
import { mayBeNamed } from './care/consents/server/may-be-named.ts'
import { listAccountContacts } from './base/families/server/account-contacts.ts'
import { deleteWebhookMessagesOfRestricted } from './base/families/server/delete-webhook-messages.ts'
import { endSessionsOfSeparated } from './base/families/server/end-sessions.ts'
import { isRestrictedGuardian } from './base/families/server/restricted.ts'
import { lockSeparatedFromCaller, listSeparated, listSeparatedFromCaller } from './base/families/server/separation.ts'
import { expireExportsOfSeparated } from './records/exports/server/expire-exports.ts'
import { lookForEndingConsents, askConsentsAgain } from './care/consents/server/requests.ts'
import { consentsRoutes, studentConsentsRoutes } from './care/consents/server/routes.ts'
import { activityListeners } from './portal/dashboards/server/activity.ts'
import { unreadConversationsOfUser } from './conversations/server/conversations.ts'
import { unreadOfUser } from './messages/server/inbox.ts'
import { firstSteps } from './portal/dashboards/server/first-steps.ts'
import { dashboardsRoutes } from './portal/dashboards/server/routes.ts'
import { digestRoutes } from './portal/digest/server/routes.ts'
import { lookForDigests, sendDigests } from './portal/digest/server/send-digests.ts'
import { collectorPhoto } from './care/collectors/server/photo-files.ts'
import { pickupCodesRoutes } from './care/pickup-codes/server/routes.ts'
import { collectorsRoutes } from './care/collectors/server/routes.ts'
import { clearExports, resumeExports } from './records/exports/server/clear-exports.ts'
import { makeExport } from './records/exports/server/make-export.ts'
import { applyRetention, lookForRetention } from './records/erasure/server/apply-retention.ts'
import { erasureRequestsRoutes, erasureRoutes, retentionRoutes } from './records/erasure/server/routes.ts'
import { exportsRoutes, personalExportsRoutes } from './records/exports/server/routes.ts'
import { getStudentAccountId, listGuardiansToNotify, requireStudent } from './base/families/server/children.ts'
import { familiesRoutes } from './base/families/server/routes.ts'
import { groupsRoutes } from './base/groups/server/routes.ts'
import { askGuardians, askGuardiansOfOrganization } from './care/health/server/ask-guardians.ts'
import { healthRoutes } from './care/health/server/routes.ts'
import { retainConcerns, lookForOldConcerns } from './care/concerns/server/retain-concerns.ts'
import { concernsRoutes } from './care/concerns/server/routes.ts'
import { lookForIncidents, noticeIncidents } from './care/incidents/server/incident-notices.ts'
import { incidentPhoto } from './care/incidents/server/incident-photos.ts'
import { lookForOldIncidents, retainIncidents } from './care/incidents/server/retain-incidents.ts'
import { familyIncidentsRoutes, incidentOfficeRoutes, incidentsRoutes } from './care/incidents/server/routes.ts'
import { purgeImports } from './admissions/imports/server/purge-imports.ts'
import { purgeLetters } from './admissions/letters/server/purge-letters.ts'
import { importStudents } from './admissions/imports/server/import-students.ts'
import { invitationsRoutes } from './admissions/invitations/server/invite-guardians.ts'
import { lettersRoutes } from './admissions/letters/server/routes.ts'
import { importsRoutes } from './admissions/imports/server/routes.ts'
import { leaderboardListeners } from './competition/leaderboard/server/announce-board.ts'
import { DisplayBoards } from './competition/leaderboard/server/display-boards.ts'
import { leaderboardRoutes } from './competition/leaderboard/server/routes.ts'
import { recordAdminAccessGiven } from './base/ledger/server/admin-access.ts'
import { recordAccommodationsView } from './base/ledger/server/accommodation-views.ts'
import { ledgerRoutes } from './base/ledger/server/routes.ts'
import { mailSummary, lookForSummaries } from './base/ledger/server/summary.ts'
import { purgeMedia } from './media/server/delete-media.ts'
import { mediaFile, mediaPicture } from './media/server/file-kinds.ts'
import { mediaRoutes } from './media/server/routes.ts'
import { conversationFileKind } from './conversations/server/files.ts'
import { lookForConversationEmails, sendConversationEmails } from './conversations/server/notify.ts'
import { lookForOldConversations, retainConversations } from './conversations/server/retain-conversations.ts'
import { conversationsRoutes } from './conversations/server/routes.ts'
import { lookForMessages, sendMessages } from './messages/server/dispatch.ts'
import { messageFileKind } from './messages/server/files.ts'
import { messagesRoutes } from './messages/server/routes.ts'
import { ownPageRoutes } from './portal/own-page/server/routes.ts'
import { noticeListeners } from './scheduling/notices/server/listeners.ts'
import { noticesRoutes } from './scheduling/notices/server/routes.ts'
import { notificationsRoutes } from './portal/notifications/server/routes.ts'
import { lookForNotices, sendAttendanceNotices } from './scheduling/notices/server/send-notices.ts'
import { peopleRoutes } from './base/people/server/routes.ts'
import { comparePointsJob, reportDifferencesJob } from './base/points/server/compare-points.ts'
import { pointsRoutes } from './base/points/server/routes.ts'
import { getProject } from './base/projects/server/projects.ts'
import { listProjectNames } from './base/projects/server/project-names.ts'
import { projectsRoutes } from './base/projects/server/routes.ts'
import { showsThumbnail } from './base/projects/server/thumbnails.ts'
import { runRoutes } from './portal/run-mode/server/routes.ts'
import { reportChecksRoutes, reportsRoutes } from './records/reports/server/routes.ts'
import { restrictionsRoutes } from './admissions/restrictions/server/routes.ts'
import { rosterListeners } from './scheduling/rosters/server/listeners.ts'
import { closeDoors, lookForOpenDoors } from './scheduling/door/server/close-days.ts'
import { lookForLatePickups, sendLateAlerts } from './scheduling/door/server/late-pickups.ts'
import {
  doorChildrenRoutes,
  doorFlagsRoutes,
  doorRoutes,
  heldDoorRoutes,
  rollCallRoutes,
} from './scheduling/door/server/routes.ts'
import { devicesRoutes, kioskRoutes } from './scheduling/kiosk/server/routes.ts'
import { holidaysRoutes, seriesRoutes, sessionSeriesRoutes, zoneRoutes } from './scheduling/series/server/routes.ts'
import {
  attendanceRoutes,
  groupPlacesRoutes,
  heldRoutes,
  unsentRoutes,
  historyRoutes,
  rostersRoutes,
  todayRoutes,
} from './scheduling/rosters/server/routes.ts'
import { completeEndedSessions, lookForEndedSessions } from './scheduling/sessions/server/complete-sessions.ts'
import { listPlannedSessions, listProjectLeaders } from './scheduling/sessions/server/leaders.ts'
import { meetingsRoutes, sessionsRoutes } from './scheduling/sessions/server/routes.ts'
import { deleteAdded, sampleKinds } from './portal/sample-data/server/kinds.ts'
import { sampleDataRoutes } from './portal/sample-data/server/routes.ts'
import { settingsRoutes } from './portal/settings/server/routes.ts'
import { ageOf } from './admissions/students/server/ages.ts'
import { studentAccountRoutes } from './admissions/students/server/accounts.ts'
import { renameStudentsRecord } from './admissions/students/server/rename-student.ts'
import { progressRoutes, studentsRoutes } from './admissions/students/server/routes.ts'
import { tenantAppPersonalData } from './personal-data/personal-data.ts'
import { addSampleFamilies } from './seed/sample.ts'
import { seedPrograms } from './seed/seed.ts'
import { syntheticFamilies } from './seed/synthetic.ts'
import { isSample } from './shared/server/sample.ts'
import { listRestrictedStudentUsers } from './shared/server/webhook-students.ts'
import { studentWebhooks } from './admissions/students/server/webhook-events.ts'
import { pointsWebhooks } from './base/points/server/webhook-events.ts'
import { challengeWebhooks } from './competition/challenges/server/webhook-events.ts'
import { absenceWebhooks } from './scheduling/notices/server/webhook-events.ts'
import { rosterWebhooks } from './scheduling/rosters/server/webhook-events.ts'
import { requireOpened } from './shared/server/require-opened.ts'
import { getGroupAccounts } from './base/groups/server/accounts.ts'
import { getLocalDay, zoneOf } from './shared/server/time-zone.ts'

export { guardianSeparated } from './base/families/server/events.ts'
export {
  sessionCreated,
  sessionUpdated,
  sessionsCreated,
  sessionsDeleted,
  sessionsUpdated,
} from './scheduling/sessions/server/events.ts'

const services = {
  getProject,
  ageOf,
  getGroupAccounts,
  accountOfStudent: getStudentAccountId,
  getLocalDay,
  isRestrictedGuardian,
  listAccountContacts,
  listGuardiansToNotify,
  listRestrictedStudentUsers,
  listSeparated,
  listSeparatedFromCaller,
  holdSeparatedFromCaller: lockSeparatedFromCaller,
  mayBeNamed,
  projectNames: listProjectNames,
  projectLeaders: listProjectLeaders,
  plannedSessions: listPlannedSessions,
  recordAccommodationsView,
  requireOpened,
  requireStudent,
}
export type TenantAppServices = typeof services

/** Plugin of an organization's daily work: sessions, students, challenges, scores, and their dashboards. */
export const tenantApp = definePlugin({
  id: 'tenant-app',
  migrations: new URL('./migrations/', import.meta.url),
  synthetic: syntheticFamilies,
  storage: {
    // Not restored from a backup: undoing an import names rows that a restore replaces; a display, a feed, a kiosk, a PIN
    // or a letter that was revoked since must not open again; an export is a copy of archived data, stored outside of the archive.
    ephemeral: [
      'student_imports',
      'student_import_rows',
      'student_import_sources',
      'leaderboard_displays',
      'calendar_feeds',
      'devices',
      'kiosk_tries',
      'pickup_codes',
      'data_exports',
      'invitation_letters',
      'join_requests',
      'letter_tries',
    ],
    ledgers: ['access_ledger', 'concerns', 'concern_entries', 'concern_views'],
    // Encrypted with the organization's key.
    documents: ['concerns', 'concern_entries', 'concern_views'],
    concealed: { judge_scores: { points: pointsOnceAllHave } },
    secrets: {
      calendar_feeds: ['token_hash', 'sealed_token'],
      digests: ['token_hash'],
      leaderboard_displays: ['token_hash'],
      devices: ['setup_hash', 'token_hash'],
      pickup_codes: ['code_hash'],
      invitation_letters: ['code_hash'],
      join_requests: ['token_hash'],
    },
  },
  personalData: tenantAppPersonalData,
  setup: (core) => ({
    services,
    entitlements: ['report-export', 'branding'],
    cameraPages: ['/kiosk', '/sessions/{id}/door'],
    routes: [
      projectsRoutes,
      invitationsRoutes,
      lettersRoutes,
      sessionsRoutes,
      meetingsRoutes,
      rostersRoutes,
      todayRoutes,
      runRoutes,
      heldRoutes,
      unsentRoutes,
      groupPlacesRoutes,
      attendanceRoutes,
      doorRoutes,
      doorChildrenRoutes,
      doorFlagsRoutes,
      heldDoorRoutes,
      devicesRoutes,
      kioskRoutes,
      rollCallRoutes,
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
      ...noticesRoutes,
      notificationsRoutes,
      digestRoutes,
      peopleRoutes,
      familiesRoutes,
      groupsRoutes,
      studentsRoutes,
      progressRoutes,
      studentAccountRoutes,
      consentsRoutes,
      studentConsentsRoutes,
      collectorsRoutes,
      pickupCodesRoutes,
      restrictionsRoutes,
      dashboardsRoutes,
      ownPageRoutes,
      settingsRoutes,
      sampleDataRoutes,
      healthRoutes,
      incidentsRoutes,
      incidentOfficeRoutes,
      familyIncidentsRoutes,
      concernsRoutes,
      ledgerRoutes,
      importsRoutes,
      mediaRoutes,
      ...messagesRoutes,
      conversationsRoutes,
      exportsRoutes,
      erasureRoutes,
      retentionRoutes,
      erasureRequestsRoutes,
      personalExportsRoutes,
      ...leaderboardRoutes(new DisplayBoards(core)),
      reportsRoutes,
      reportChecksRoutes,
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
      purgeLetters,
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
      lookForIncidents,
      noticeIncidents,
      lookForOldIncidents,
      retainIncidents,
      lookForOldConcerns,
      retainConcerns,
      lookForOpenDoors,
      closeDoors,
      lookForLatePickups,
      sendLateAlerts,
      lookForMessages,
      sendMessages,
      lookForConversationEmails,
      sendConversationEmails,
      lookForOldConversations,
      retainConversations,
    ],
    files: [collectorPhoto, incidentPhoto, mediaPicture, mediaFile, messageFileKind, conversationFileKind],
    showsImage: showsThumbnail,
    subscriptions: [
      expireExportsOfSeparated,
      endSessionsOfSeparated,
      deleteWebhookMessagesOfRestricted,
      renameStudentsRecord,
      recordAdminAccessGiven,
      ...activityListeners,
      ...rosterListeners,
      ...noticeListeners,
      ...leaderboardListeners,
    ],
    webhookEvents: [...studentWebhooks, ...rosterWebhooks, ...absenceWebhooks, ...challengeWebhooks, ...pointsWebhooks],
    limitedResources: [
      {
        name: 'sessions',
        from: 'sessions',
        where: `status <> 'cancelled' and not ${isSample('sessions')}`,
        measure: 'count(*)',
        at: 'start_date',
      },
    ],
    firstSteps,
    sampleData: { kinds: sampleKinds, add: addSampleFamilies, deleteAdded },
    waiting: [unreadOfUser, unreadConversationsOfUser],
    seed: seedPrograms,
  }),
})
