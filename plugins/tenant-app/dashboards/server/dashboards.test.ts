import { expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import type { TestOrganization, TestPlatform } from '#core/testing/harness.ts'
import type { TenantScope } from '#core/server/core.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { tenantApp } from '../../server/plugin.ts'
import { noteActivity } from './activity.ts'

const test = pluginTest([tenantApp])

const HOUR = 3_600_000
const from = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()

async function add(scope: TenantScope, table: string, row: object): Promise<string> {
  const [added] = await scope.trx(table).insert(row, ['id'])
  return (added as { id: string }).id
}

/** Two students, one of them with a parent; two sessions, a challenge in each; scores of 50 % and 85 %. */
async function makeProgram(platform: TestPlatform, organization: TestOrganization, parentId: string) {
  await platform.core.db.tenant(organization.id, systemActor, async (scope) => {
    const student = (firstName: string) => add(scope, 'students', { firstName, lastName: 'King' })
    const [ada, ben] = [await student('Ada'), await student('Ben')]
    const session = (name: string, start: number, status: string) =>
      add(scope, 'sessions', { name, status, startDate: from(start), endDate: from(start + 2) })
    const now = await session('Going on', -1, 'in-progress')
    const later = await session('Later', 24 * 400, 'scheduled')
    const challenge = (title: string, sessionId: string, isActive: boolean) =>
      add(scope, 'challenges', { title, sessionId, isActive })
    const maze = await challenge('Maze', now, true)
    const tower = await challenge('Tower', later, true)
    await challenge('Old', now, false)
    await add(scope, 'parentStudents', { parentId, studentId: ada })
    await add(scope, 'sessionParticipants', { sessionId: now, studentId: ada })
    await add(scope, 'sessionParticipants', { sessionId: later, studentId: ben })
    const score = (studentId: string, challengeId: string, given: object) =>
      add(scope, 'scores', { studentId, challengeId, ...given })
    await score(ada, maze, { score: 10, maxScore: 20 })
    await score(ben, tower, { score: 85, maxScore: 100, completedAt: from(-24 * 40) })
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
  expect((await admin.get('/api/tenant/dashboard/panels')).body).toEqual({ recentSessions: [], activeChallenges: [] })
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
  const { recentSessions, activeChallenges } = (await asParent.get('/api/tenant/dashboard/panels')).body
  expect(recentSessions).toMatchObject([{ name: 'Going on', currentParticipants: 1, maxParticipants: null }])
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
  await platform.core.db.tenant(organization.id, systemActor, async (scope) => {
    const { rows } = await scope.trx.raw<{ rows: { weekEnd: string; monthStart: string }[] }>(
      `select (date_trunc('week', now() at time zone 'Pacific/Auckland') + interval '1 week')
          at time zone 'Pacific/Auckland' as "weekEnd",
        date_trunc('month', now() at time zone 'Pacific/Auckland') at time zone 'Pacific/Auckland' as "monthStart"`,
    )
    const around = (instant: string, minutes: number) => new Date(Date.parse(instant) + minutes * 60_000).toISOString()
    const { weekEnd = '', monthStart = '' } = rows[0] ?? {}
    for (const [name, minutes] of [
      ['this week', -0.01],
      ['next week', 0],
    ] as const) {
      const startDate = around(weekEnd, minutes)
      await add(scope, 'sessions', { name, startDate, endDate: around(startDate, 60) })
    }
    for (const minutes of [-1, 0]) {
      const studentId = await add(scope, 'students', { firstName: 'Ada', lastName: 'King' })
      await add(scope, 'scores', { studentId, score: 1, maxScore: 2, completedAt: around(monthStart, minutes) })
    }
  })
  expect((await admin.get('/api/tenant/stats')).body).toEqual({
    totalStudents: 2,
    activeSessions: 0,
    completedChallenges: 1,
    upcomingSessions: 1,
  })
})

test('the dashboard shows the five sessions nearest to now, without cancelled ones', async ({ platform }) => {
  const organization = await platform.organization()
  await platform.core.db.tenant(organization.id, systemActor, async (scope) => {
    for (const days of [-9, -3, -2, 1, 2, 5, 12]) {
      const dates = { startDate: from(days * 24), endDate: from(days * 24 + 1) }
      await add(scope, 'sessions', { name: String(days), ...dates })
      await add(scope, 'sessions', { name: 'off', ...dates, status: 'cancelled' })
    }
  })
  const { body } = await (await organization.signIn('tenant_admin')).get('/api/tenant/dashboard/panels')
  expect(body.recentSessions.map(({ name }: { name: string }) => name)).toEqual(['5', '2', '1', '-2', '-3'])
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
  expect(first.headers.link).toContain('offset=1')
  expect((await admin.get('/api/tenant/activity?limit=many')).status).toBe(400)
})
