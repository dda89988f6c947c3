import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { z } from 'zod'
import type { EndpointSpec } from '#core/contract/endpoint.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { plugins } from '#config/plugins.ts'

const test = pluginTest(plugins)

const root = fileURLToPath(new URL('../../../', import.meta.url))

/**
 * Lists by the way they are paged (record 0102), by the names of their endpoints:
 *
 * - `cursor`: a page goes on after the last row of the one before
 * - `anchored`: by offset; rows have an id, by which a list that loads more finds its place again
 * - `counted`: by offset, without an id: for pages with numbers
 * - `whole`: bounded by the kind of thing in it, and answered at once
 */
const ways = {
  cursor: `
    gradingQueue listActivity listAuditLogs listConversations listFamilyIncidents listPosts listReceived listStudentViews listTenantAuditLogs`,
  anchored: `
    activeChallengesRows activeSessionsRows attendanceEntries attendanceReport authoredReviews avgScoreRows
    challengesCompletedRows childCertificates childPosts completedChallengesRows courseCatalog embeddedCourses familyAccountRows
    leaderboard listAbsences listAttendance listAttendanceLog listBackups listCalendar listCertificates
    listChallenges listChildDoorLog listChildSessions listChildren listConcerns listConsents listConversationGuardians listCourseFileUses listCourseFiles listCourses
    listDeletedCourses listDeletedParts listDisplays listDoorLog listErasurePlaces listErasureRequests listErasures
    listExports listFlaggedEvents listFollowUpOwners listGradingComments listGroups listHealthProposals listHeldDoorEntries listHeldMarks listHistory
    listHolidays listImports listIncidentChildren listIncidents listInstructors listInvoices listJoinRequests listKiosks
    listMailMessages listMedia listMembers listMessages listNameRequests listNotes listOrganizationTokens listOverdueAttendance listPeople
    listPersonalExports listPoints listProjects listQuestionBanks listQuestions listRecipients listRemoved listReplies
    listReviews listRollCalls listScores listSessionHistory listSessions listSharedMedia listStudents listSubscribers
    listSubscriptions listTemplates listTenantErasures listTenants listThreads listTodayMeetings listUnsentLosses listUpgradeLogs listUsers listViews
    listWaiting listWebhookDeliveries mediaSessions mediaStudents overallProgressRows participationEntries participationReport
    personalBests progressEntries progressReport scoreEntries scoreReport sessionsAttendedRows tenantInvoices
    totalSessionsRows totalStudentsRows upcomingSessionsRows`,
  counted: `
    childGrades courseStatistics gradebookCourses instructorTrainingProgress leaderboardTeams
    listAccommodations listCandidates listConsentAnswers listDoorCalls listGroupCourses listHolds listImportRows listLearners
    listLiveAttendance listOverruledMarks listOwnConcerns listParticipants listQuizzes listReportChecks listResults
    listRunItems listSummaries listVersions mediaFolders`,
  whole: `
    billingSteps catalogCategories consentGuardians courseCategories courseInstructors firstSteps
    gradedLessons growth listApiScopes listAskedConsents listAttention listCategories listChapters listContacts
    listCourseImports listDeleted listDevices listEntitlements listExternalTools listFeeds listGrades listGuardians
    listHoursBands listJudgeSheets listLessons listMeetings listModules listOfferedTools listOverviews listOwnErasureRequests listPickupCodes listPlans
    listPlatformAttention listQuestionTags listSeriesSessions listSsoIdentities listStudentConsents listStudentGroups listWebhooks listWebhookTypes offeredCourses
    ownOrganizations previewLetters quizStatistics requiredCourses sampleRemoval signIns tenantPeople trainedProjects trainingModules
    unprintableCertificates writtenCategories`,
}
type Way = keyof typeof ways

/** Lists that load more without an id: versions and teams are few, and no version goes. */
const COUNTED_AND_GROWING = ['leaderboardTeams', 'listVersions']

const namesOf = (way: Way) => ways[way].trim().split(/\s+/)

/** Reads from a contract how its list is paged; undefined where it answers no list. */
function wayOf({ method, query, response }: EndpointSpec): Way | undefined {
  if (method !== 'GET' || !(response instanceof z.ZodArray)) return undefined
  const asked = query?.shape ?? {}
  if ('cursor' in asked) return 'cursor'
  if (!('offset' in asked)) return 'whole'
  return response.element instanceof z.ZodObject && 'id' in response.element.shape ? 'anchored' : 'counted'
}

test('each list is paged in the way that the table has chosen for it', ({ platform }) => {
  const found: Record<Way, string[]> = { cursor: [], anchored: [], counted: [], whole: [] }
  for (const [name, spec] of platform.platform.contracts.flatMap(({ contract }) => Object.entries(contract))) {
    const way = wayOf(spec)
    if (way) found[way].push(name)
  }
  for (const way of ['cursor', 'anchored', 'counted', 'whole'] as const) {
    expect(found[way].toSorted(), way).toEqual(namesOf(way).toSorted())
  }
})

test('a list that loads more finds its place again when rows come and go', async () => {
  const growing = new Set<string>()
  for await (const file of glob('{core,plugins}/**/web/**/*.{ts,tsx}', { cwd: root })) {
    const source = await readFile(`${root}${file}`, 'utf8')
    for (const [, name = ''] of source.matchAll(/Api\.(\w+)\s*\.infinite\(/g)) growing.add(name)
  }
  const placed = new Set([...namesOf('cursor'), ...namesOf('anchored')])
  expect(growing.size).toBeGreaterThan(20)
  expect([...growing].filter((name) => !placed.has(name)).toSorted()).toEqual(COUNTED_AND_GROWING)
})
