import { expect } from 'vitest'
import { plugins } from '#config/plugins.ts'
import type { FirstStep } from '#core/contract/first-steps.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { usageOf } from '#core/server/limits.ts'
import { create } from '#core/testing/calls.ts'
import { pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { buildChallenge, buildScore, buildStudent } from '../../../testing/factories.ts'
import { scheduleSession } from '../../../testing/sessions.ts'
import type { SampleRemoval } from '../contract.ts'

const test = pluginTest(plugins)

const SAMPLE = '/api/tenant/sample-data'

/** Tables that keep an organization's acts for good. */
const LOGS = new Set(['audit_logs', 'access_ledger'])

/** Counts the organization's rows in every table that has any. */
async function countRows({ core }: TestPlatform, { id }: TestOrganization): Promise<Record<string, number>> {
  return core.db.platform(systemActor, async ({ trx }) => {
    const { rows: tables } = await trx.raw<{ rows: { name: string }[] }>(
      `select c.relname::text as name from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
    )
    const counted: Record<string, number> = {}
    for (const { name } of tables) {
      if (LOGS.has(name)) continue
      const { rows } = await trx.raw<{ rows: { count: number }[] }>(
        'select count(*)::int as count from ?? where tenant_id = ?',
        [name, id],
      )
      const count = rows[0]?.count ?? 0
      if (count > 0) counted[name] = count
    }
    return counted
  })
}

interface Named {
  id: string
  name: string
  firstName: string
  lastName: string
  title: string
  status: string
}

const listAll = async (client: Client, path: string) => (await client.get(path)).body as Named[]
const removalOf = async (client: Client) => (await client.get(`${SAMPLE}/removal`)).body as SampleRemoval
const countsOf = async (client: Client) =>
  Object.fromEntries((await removalOf(client)).map(({ called: [, many], removed, stays }) => [many, [removed, stays]]))

test('an admin adds sample data and sees it everywhere; removed, every table is as it was before', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  await organization.signIn('instructor')
  const own = await buildStudent(platform, organization, { firstName: 'Own' })
  const before = await countRows(platform, organization)
  expect((await admin.get(SAMPLE)).body).toEqual({ isAdded: false })
  expect(await removalOf(admin)).toEqual([])

  expect(await admin.post(SAMPLE)).toMatchObject({ status: 204 })
  const filled = await countRows(platform, organization)
  expect(await admin.post(SAMPLE)).toMatchObject({ status: 204 })
  expect(await countRows(platform, organization)).toEqual(filled)
  expect((await admin.get(SAMPLE)).body).toEqual({ isAdded: true })

  const students = (await listAll(admin, '/api/students')).filter(({ id }) => id !== own.id)
  expect(students.length).toBeGreaterThanOrEqual(12)
  expect(students.every(({ lastName }) => lastName.endsWith(' (sample)'))).toBe(true)
  const sessions = await listAll(admin, '/api/sessions?limit=100')
  expect(sessions.filter(({ status }) => status === 'scheduled').length).toBeGreaterThanOrEqual(4)
  expect(sessions.filter(({ status }) => status === 'completed')).toHaveLength(3)
  expect((await listAll(admin, '/api/groups')).map(({ name }) => name)).toEqual(['Falcons (sample)'])
  expect((await listAll(admin, '/api/projects')).filter(({ title }) => title.endsWith(' (sample)'))).toHaveLength(2)
  expect((await admin.get('/api/tenant/course-catalog')).body).toEqual(
    expect.arrayContaining([expect.objectContaining({ title: 'How We Do Things Here (sample)' })]),
  )
  expect((await listAll(admin, '/api/leaderboard')).length).toBeGreaterThan(5)
  const figures = (await admin.get('/api/tenant/dashboard/stats')).body
  expect(figures).toMatchObject({ totalSessions: sessions.length, totalStudents: students.length + 1 })

  expect(await countsOf(admin)).toMatchObject({
    sessions: [8, 0],
    series: [1, 0],
    groups: [1, 0],
    projects: [2, 0],
    students: [students.length, 0],
    courses: [1, 0],
  })
  expect((await admin.delete(SAMPLE)).status).toBe(204)
  expect(await countRows(platform, organization)).toEqual(before)
  expect((await admin.delete(SAMPLE)).status).toBe(204)
  expect((await admin.get(SAMPLE)).body).toEqual({ isAdded: false })
  expect((await admin.get(`/api/students/${own.id}`)).status).toBe(200)

  expect(await admin.post(SAMPLE)).toMatchObject({ status: 204 })
  expect(await countRows(platform, organization)).toEqual(filled)
})

test('additions to sample data go with it', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const before = await countRows(platform, organization)
  await admin.post(SAMPLE)
  const [child] = await listAll(admin, '/api/students')
  const sessions = await listAll(admin, '/api/sessions?limit=100')
  const upcoming = sessions.find(({ status }) => status === 'scheduled')
  const past = sessions.find(({ status }) => status === 'completed')
  if (!child || !upcoming || !past) throw new Error('There is no sample data')
  const person = { firstName: 'Rosa', lastName: 'Lee' }
  await create(admin, `/api/students/${child.id}/guardians`, { person, relationship: 'aunt' })
  const { id: challengeId } = await buildChallenge(platform, organization, { title: 'Tower', sessionId: past.id })
  await buildScore(platform, organization, { challengeId, studentId: child.id, score: 5, maxScore: 20 })
  await platform.core.db.tenant(organization.id, systemActor, async ({ trx }) => {
    const report = { sessionId: upcoming.id, studentId: child.id, reportedByName: 'Ann King', reason: 'The flu' }
    await trx('absenceReports').insert(report)
    await trx('healthConditions').insert({ studentId: child.id, kind: 'condition', name: 'Asthma', risk: 'low' })
  })
  const added = await countRows(platform, organization)
  expect(added).toMatchObject({ challenges: 1, scores: 1, absence_reports: 1 })
  expect((await admin.delete(SAMPLE)).status).toBe(204)
  expect(await countRows(platform, organization)).toEqual(before)
})

test('a series that is split off from the sample’s goes with it', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const before = await countRows(platform, organization)
  await admin.post(SAMPLE)
  const sessions = await listAll(admin, '/api/sessions?limit=100')
  // The first and the last are left alone: one may have begun today.
  const following = sessions.filter(({ status }) => status === 'scheduled')[1]
  const change = { scope: 'following', location: 'Lab' }
  expect((await admin.put(`/api/sessions/${following?.id}/series`, change)).status).toBe(200)
  expect(await countRows(platform, organization)).toMatchObject({ session_series: 2 })
  expect((await admin.delete(SAMPLE)).status).toBe(204)
  expect(await countRows(platform, organization)).toEqual(before)
})

test('the account of a sample student goes with it and is signed out, an account from before stays', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const earlier = await organization.signIn('student')
  await admin.post(SAMPLE)
  const later = await organization.signIn('student')
  const students = await listAll(admin, '/api/students')
  await platform.core.db.tenant(organization.id, systemActor, async ({ trx }) => {
    for (const [place, client] of [earlier, later].entries()) {
      await trx('students')
        .where({ id: students[place]?.id ?? '' })
        .update({ userId: client.user?.id })
    }
  })
  expect((await later.get('/api/user')).status).toBe(200)
  expect((await admin.delete(SAMPLE)).status).toBe(204)
  expect((await later.get('/api/user')).status).toBe(401)
  expect((await earlier.get('/api/user')).status).toBe(200)
})

test('a session, group and guardian with a student of the organization stay, as ordinary ones', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  await admin.post(SAMPLE)
  const own = await buildStudent(platform, organization, { firstName: 'Own' })
  const session = (await listAll(admin, '/api/sessions?limit=100')).find(({ status }) => status === 'scheduled')
  const [group] = await listAll(admin, '/api/groups')
  if (!session || !group) throw new Error('There is no sample data')
  await platform.core.db.tenant(organization.id, systemActor, async ({ trx }) => {
    const [guardian] = await trx('sampleRows').where({ kind: 'guardian' }).select<{ rowId: string }[]>('rowId')
    await trx('sessionParticipants').insert({ sessionId: session.id, studentId: own.id })
    await trx('groupMembers').insert({ groupId: group.id, studentId: own.id, fromDate: '2020-01-01' })
    await trx('parentStudents').insert({ parentId: guardian?.rowId, studentId: own.id, contactOrder: 1 })
  })
  expect(await countsOf(admin)).toMatchObject({ sessions: [7, 1], series: [0, 1], groups: [0, 1] })
  expect((await admin.delete(SAMPLE)).status).toBe(204)
  expect((await listAll(admin, '/api/students')).map(({ id }) => id)).toEqual([own.id])
  expect((await listAll(admin, '/api/sessions?limit=100')).map(({ id }) => id)).toEqual([session.id])
  expect((await listAll(admin, '/api/groups')).map(({ id }) => id)).toEqual([group.id])
  expect(await countRows(platform, organization)).toMatchObject({
    session_participants: 1,
    group_members: 1,
    parent_students: 1,
    session_series: 1,
  })
  expect(await countsOf(admin)).toEqual({})
})

test('sample data does no first step, counts towards no plan, and has no email address', async ({ platform }) => {
  const organization = await platform.organization()
  const other = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const elsewhere = await other.signIn('tenant_admin')
  const doneOf = async () =>
    ((await admin.get('/api/tenant/first-steps')).body as FirstStep[]).filter(({ isDone }) => isDone)
  const readUsage = () => platform.core.db.platform(systemActor, (scope) => usageOf(scope, [organization.id]))
  const [steps, usage] = [await doneOf(), await readUsage()]
  await admin.post(SAMPLE)
  expect(await doneOf()).toEqual(steps)
  expect(await readUsage()).toEqual(usage)
  const addresses = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('users').where({ tenantId: organization.id }).whereNotNull('email').pluck('email'),
  )
  expect(addresses).toEqual([admin.user?.email])
  expect((await elsewhere.get(SAMPLE)).body).toEqual({ isAdded: false })
  expect((await elsewhere.delete(SAMPLE)).status).toBe(204)
  expect((await admin.get(SAMPLE)).body).toEqual({ isAdded: true })
})

test.for(['instructor', 'parent', 'student'] as const)(
  'a %s may neither see nor change sample data',
  async (role, { platform }) => {
    const organization = await platform.organization()
    const client = await organization.signIn(role)
    for (const answer of [
      await client.get(SAMPLE),
      await client.get(`${SAMPLE}/removal`),
      await client.post(SAMPLE),
      await client.delete(SAMPLE),
    ]) {
      expect(answer.status).toBe(403)
    }
  },
)

test('a place of a sample student goes to the waitlist of an own session', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  await admin.post(SAMPLE)
  const [sample] = await listAll(admin, '/api/students?limit=1')
  const own = await buildStudent(platform, organization, { firstName: 'Own' })
  const sessionId = await scheduleSession(platform, admin, { maxParticipants: 1 })
  for (const id of [sample?.id, own.id]) {
    await admin.post(`/api/sessions/${sessionId}/participants`, { studentIds: [id] })
  }
  const places = async () => (await admin.get(`/api/sessions/${sessionId}/participants`)).body as object[]
  expect(await places()).toMatchObject([{ status: 'registered' }, { studentId: own.id, status: 'waitlisted' }])
  expect((await admin.delete(SAMPLE)).status).toBe(204)
  expect(await places()).toMatchObject([{ studentId: own.id, status: 'registered' }])
})
