import { expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import type { Answer, TestOrganization, TestPlatform } from '#core/testing/harness.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildChallenge, buildParticipant, buildScore, buildSession, buildStudent } from '../../../testing/factories.ts'
import { change, plan } from '../../../testing/series.ts'
import { noteActivity } from './activity.ts'

const test = pluginTest([tenantApp])

const HOUR = 3_600_000
const from = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()

/** Two students, one of them with a parent; two sessions, a challenge in each; scores of 50 % and 85 %. */
async function makeProgram(platform: TestPlatform, organization: TestOrganization, parentId: string) {
  const { id: ada } = await buildStudent(platform, organization, { guardians: [parentId] })
  const { id: ben } = await buildStudent(platform, organization, { firstName: 'Ben' })
  const dates = { startDate: from(-1), endDate: from(1) }
  const now = await buildSession(platform, organization, { name: 'Going on', status: 'in-progress', ...dates })
  const later = await buildSession(platform, organization, { name: 'Later', startDate: from(24 * 400) })
  const maze = await buildChallenge(platform, organization, { title: 'Maze', sessionId: now.id })
  const tower = await buildChallenge(platform, organization, { title: 'Tower', sessionId: later.id })
  await buildChallenge(platform, organization, { sessionId: now.id, isActive: false })
  await buildParticipant(platform, organization, { sessionId: now.id, studentId: ada })
  await buildParticipant(platform, organization, { sessionId: later.id, studentId: ben })
  await buildScore(platform, organization, { studentId: ada, challengeId: maze.id, score: 10, maxScore: 20 })
  const ofBen = { studentId: ben, challengeId: tower.id, score: 85, maxScore: 100 }
  await buildScore(platform, organization, { ...ofBen, completedAt: from(-24 * 40) })
  await platform.core.db.tenant(organization.id, systemActor, async (scope) => {
    await noteActivity(scope, { kind: 'student-added', summary: 'Ada King joined', studentId: ada })
    await noteActivity(scope, { kind: 'student-added', summary: 'Ben King joined', studentId: ben })
  })
}

const summaries = ({ body }: { body: { summary: string }[] }) => body.map(({ summary }) => summary)

test('an organization without anything counts zero, the average too', async ({ platform }) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  expect((await admin.get('/api/tenant/dashboard/stats')).body).toEqual({
    totalSessions: 0,
    activeChallenges: 0,
    totalStudents: 0,
    avgScore: 0,
  })
  expect((await admin.get('/api/tenant/stats')).body).toEqual({
    totalStudents: 0,
    activeSessions: 0,
    completedChallenges: 0,
    upcomingSessions: 0,
  })
  expect((await admin.get('/api/tenant/dashboard/panels')).body).toEqual({
    nextSessions: [],
    recentSessions: [],
    activeChallenges: [],
  })
  expect((await admin.get('/api/tenant/dashboard/attention')).body).toEqual([])
  expect((await admin.get('/api/tenant/activity')).body).toEqual([])
})

test('figures are those of the own organization, and for parents those of their children', async ({ platform }) => {
  const [organization, other] = [await platform.organization(), await platform.organization()]
  for (const one of [organization, other]) await makeProgram(platform, one, (await one.user('parent')).id)
  const parent = await organization.user('parent')
  await makeProgram(platform, organization, parent.id)

  const instructor = await organization.signIn('instructor')
  expect((await instructor.get('/api/tenant/dashboard/stats')).body).toEqual({
    totalSessions: 4,
    activeChallenges: 4,
    totalStudents: 4,
    avgScore: 68,
  })
  expect((await instructor.get('/api/tenant/stats')).body).toMatchObject({ totalStudents: 4, activeSessions: 2 })

  const asParent = await organization.client().signIn(parent.email)
  expect((await asParent.get('/api/tenant/dashboard/stats')).body).toEqual({
    totalSessions: 1,
    activeChallenges: 1,
    totalStudents: 1,
    avgScore: 50,
  })
  const { nextSessions, activeChallenges } = (await asParent.get('/api/tenant/dashboard/panels')).body
  expect(nextSessions).toMatchObject([{ name: 'Going on', currentParticipants: 1, maxParticipants: null }])
  expect(activeChallenges).toMatchObject([{ title: 'Maze', sessionName: 'Going on', completions: 1 }])
  expect(summaries(await asParent.get('/api/tenant/activity'))).toEqual(['Ada King joined'])
  expect((await asParent.get('/api/tenant/stats')).status).toBe(403)
  expect((await (await organization.signIn('student')).get('/api/tenant/activity')).status).toBe(403)
})

test('weeks and months end when they do in the organization’s time zone', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('tenants').where({ id: organization.id }).update({ timeZone: 'Pacific/Auckland' }),
  )
  expect((await admin.get('/api/tenant/time-zone')).body).toEqual({ timeZone: 'Pacific/Auckland' })
  const { rows } = await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx.raw<{ rows: { weekEnd: string; monthStart: string }[] }>(
      `select (date_trunc('week', now() at time zone 'Pacific/Auckland') + interval '1 week')
          at time zone 'Pacific/Auckland' as "weekEnd",
        date_trunc('month', now() at time zone 'Pacific/Auckland') at time zone 'Pacific/Auckland' as "monthStart"`,
    ),
  )
  const around = (instant: string, minutes: number) => new Date(Date.parse(instant) + minutes * 60_000).toISOString()
  const { weekEnd = '', monthStart = '' } = rows[0] ?? {}
  for (const minutes of [-0.01, 0]) {
    await buildSession(platform, organization, { startDate: around(weekEnd, minutes) })
  }
  for (const minutes of [-1, 0]) {
    await buildScore(platform, organization, { completedAt: around(monthStart, minutes) })
  }
  expect((await admin.get('/api/tenant/stats')).body).toEqual({
    totalStudents: 2,
    activeSessions: 0,
    completedChallenges: 1,
    upcomingSessions: 1,
  })
})

test('the dashboard shows what is going on and comes next, and what was last, without cancelled sessions', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const [instructor, other] = [await organization.signIn('instructor'), await organization.user('instructor')]
  for (const days of [-9, -3, -2, 0, 1, 2, 5, 12, 20]) {
    const dates = { startDate: from(days * 24 - 0.5), endDate: from(days * 24 + 1) }
    const instructorId = days === 1 ? other.id : days === 2 ? instructor.user?.id : null
    await buildSession(platform, organization, { name: String(days), ...dates, instructorId })
    await buildSession(platform, organization, { name: 'off', ...dates, status: 'cancelled' })
  }
  await buildSession(platform, organization, { name: 'done', startDate: from(-0.2), status: 'completed' })
  const names = (sessions: { name: string }[]) => sessions.map(({ name }) => name)
  const ofAdmin = (await (await organization.signIn('tenant_admin')).get('/api/tenant/dashboard/panels')).body
  expect(names(ofAdmin.nextSessions)).toEqual(['0', '1', '2', '5', '12'])
  expect(names(ofAdmin.recentSessions)).toEqual(['done', '-2', '-3', '-9'])
  const own = (await instructor.get('/api/tenant/dashboard/panels')).body
  expect(names(own.nextSessions)).toEqual(['0', '2', '5', '12', '20'])
  expect(names(own.recentSessions)).toEqual(names(ofAdmin.recentSessions))
})

test('what needs attention is told to whoever can do it', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const [instructor, other] = [await organization.signIn('instructor'), await organization.signIn('instructor')]
  const guardian = await organization.signIn('parent')
  const { id: ada } = await buildStudent(platform, organization, { guardians: [guardian.user?.id ?? ''] })
  const { id: ben } = await buildStudent(platform, organization, { firstName: 'Ben' })
  const session = async (name: string, start: number, instructorId?: string) => {
    const given = { name, instructorId, maxParticipants: 1, startDate: from(start) }
    const { id: sessionId } = await buildSession(platform, organization, given)
    await buildParticipant(platform, organization, { sessionId, studentId: ada })
    return sessionId
  }
  const [begun, full] = [await session('Begun', -0.5, instructor.user?.id), await session('Full', 30, other.user?.id)]
  // It began less than a quarter of an hour ago.
  await session('Fresh', -0.1)
  await buildParticipant(platform, organization, { sessionId: full, studentId: ben, status: 'waitlisted' })
  const { body: consent } = await admin.post('/api/consents', { kind: 'photo', title: 'Photos', body: 'May we?' })
  await guardian.post(`/api/students/${ada}/health/proposals`, { part: 'notes', change: { medicalNotes: 'Hay fever' } })

  const attention = async (client: typeof admin) => (await client.get('/api/tenant/dashboard/attention')).body
  const ofBegun = {
    kind: 'attendance',
    id: begun,
    name: 'Begun',
    meetingId: expect.any(String),
    at: expect.any(String),
    count: 1,
  }
  const ofHealth = { kind: 'health', id: ada, name: 'Ada King', at: expect.any(String), count: 1 }
  const ofFull = { kind: 'waiting', id: full, name: 'Full', at: expect.any(String), count: 1 }
  const ofConsent = { kind: 'consent', id: consent.id, name: 'Photos', at: null, count: 2 }
  expect(await attention(admin)).toEqual([ofBegun, ofHealth, ofFull, ofConsent])
  expect(await attention(instructor)).toEqual([ofBegun])
  expect(await attention(other)).toEqual([ofFull])
  const staff = await organization.client().signIn((await platform.superAdmin()).user?.email ?? '')
  expect(await attention(staff)).toEqual([ofBegun, ofHealth, ofFull])
  expect((await guardian.get('/api/tenant/dashboard/attention')).status).toBe(403)

  await guardian.post(`/api/children/${ada}/consents/${consent.id}`, { answer: 'refused', version: 1 })
  const mark = { id: crypto.randomUUID(), studentId: ada, mark: 'present', seen: 0 }
  expect((await instructor.post(`/api/sessions/${begun}/attendance`, { marks: [mark] })).status).toBe(200)
  expect(await attention(admin)).toEqual([ofHealth, ofFull, { ...ofConsent, count: 1 }])
})

test('judges are told whom they have not scored yet: who takes part, and whom others have judged', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const [one, other] = [await organization.signIn('instructor'), await organization.signIn('instructor')]
  const { id: ada } = await buildStudent(platform, organization, {})
  const { id: ben } = await buildStudent(platform, organization, { firstName: 'Ben' })
  const { sessionId } = await buildParticipant(platform, organization, { studentId: ada })
  const judging = { judgeIds: [one.user?.id, other.user?.id], criteria: [{ name: 'Idea', weight: 1 }] }
  const inSession = (await admin.post('/api/challenges', { title: 'Pitch', sessionId, ...judging })).body.id
  const inNone = (await admin.post('/api/challenges', { title: 'Poster', ...judging })).body.id
  const toJudge = async (client: typeof admin) =>
    ((await client.get('/api/tenant/dashboard/attention')).body as { kind: string; id: string; count: number }[])
      .filter(({ kind }) => kind === 'judging')
      .map(({ id, count }) => [id, count])
  const give = (client: typeof admin, id: string, student: string) =>
    client.put(`/api/challenges/${id}/judging/${student}`, { points: [7], seen: null })
  expect(await toJudge(one)).toEqual([[inSession, 1]])
  expect(await toJudge(admin)).toEqual([])
  expect((await give(one, inSession, ada)).status).toBe(200)
  expect((await give(one, inNone, ben)).status).toBe(200)
  expect(await toJudge(one)).toEqual([])
  expect(await toJudge(other)).toEqual([
    [inSession, 1],
    [inNone, 1],
  ])
  await admin.put(`/api/challenges/${inSession}`, { isActive: false })
  expect(await toJudge(other)).toEqual([[inNone, 1]])
})

test('what is done with sessions appears as recent activity, newest first, with who did it', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { body: session } = await admin.post('/api/sessions', {
    name: 'Chess',
    startDate: '2027-03-01T15:00:00Z',
    endDate: '2027-03-01T16:00:00Z',
  })
  await admin.put(`/api/sessions/${session.id}`, { location: 'Lab' })
  await admin.put(`/api/sessions/${session.id}`, { status: 'in-progress' })
  const answer = await admin.get('/api/tenant/activity')
  expect(summaries(answer)).toEqual(['Chess began', 'Chess was changed', 'Chess was scheduled'])
  expect(answer.body[0]).toMatchObject({ kind: 'session-changed', actorName: 'Ada Lovelace' })
  const first = await admin.get('/api/tenant/activity?limit=1')
  expect(summaries(first)).toEqual(['Chess began'])
  // A new row comes before the first page, and moves none on to the next one.
  await admin.put(`/api/sessions/${session.id}`, { location: 'Hall' })
  const skipped = await admin.get('/api/tenant/activity?limit=1&offset=1')
  expect(summaries(skipped)).toEqual(['Chess began'])
  const nextOf = async (page: Answer) => admin.get(/<([^>]+)>/.exec(String(page.headers.link))?.[1] ?? '')
  const pages = [first, await nextOf(first), await nextOf(await nextOf(first))]
  expect(pages.flatMap(summaries)).toEqual(['Chess began', 'Chess was changed', 'Chess was scheduled'])
  expect(pages[2]?.headers.link).toBeUndefined()
  expect(summaries(await nextOf(skipped))).toEqual(['Chess was changed'])
  expect((await admin.get('/api/tenant/activity?cursor=yesterday')).status).toBe(400)
  expect((await admin.get('/api/tenant/activity?limit=many')).status).toBe(400)
})

test('what is done with a series is one entry, which families of any of its sessions see and no others', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const [parent, other] = [await organization.user('parent'), await organization.user('parent')]
  const { id: studentId } = await buildStudent(platform, organization, { guardians: [parent.id] })
  await buildStudent(platform, organization, { guardians: [other.id] })
  const [first, , third] = await plan(admin)
  await admin.post(`/api/sessions/${third?.id}/participants`, { studentIds: [studentId] })
  expect((await change(admin, first, { scope: 'all', location: 'Lab' })).status).toBe(200)
  const [asParent, asOther] = await Promise.all([parent, other].map(({ email }) => organization.client().signIn(email)))
  const ofSeries = ['Robotics was changed, 4 sessions', 'Robotics was scheduled, 4 sessions']
  const ofSessions = async (client = admin) =>
    summaries(await client.get('/api/tenant/activity')).filter((summary) => summary.startsWith('Robotics'))
  expect(await ofSessions()).toEqual(ofSeries)
  expect(await ofSessions(asParent)).toEqual(ofSeries)
  expect(await ofSessions(asOther)).toEqual([])
  // Where the first of them goes, the entry stays with the others.
  await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('sessions')
      .where({ id: first?.id ?? '' })
      .delete(),
  )
  expect(await ofSessions(asParent)).toEqual(ofSeries)
})
