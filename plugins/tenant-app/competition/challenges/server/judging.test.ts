import { expect, test as plain } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { create } from '#core/testing/calls.ts'
import { pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenantApp } from '../../../plugin.ts'
import type { PointsEntry } from '../../../base/points/contract.ts'
import { buildGuardian, buildStudent } from '../../../testing/factories.ts'
import { computeResult, type JudgedStudent, type JudgeSheet, type Judging } from '../judging-contract.ts'

const test = pluginTest([audit, tenantApp])

const criteria = [
  { name: 'Idea', weight: 3 },
  { name: 'Finish', weight: 1 },
]

plain(
  'each judge counts as much as the others, extremes are left out of three or more, and a half is rounded upwards',
  () => {
    const challenge = { maxScore: 100, criteria, resultBy: 'mean' } as const
    expect(computeResult(challenge, [[10, 10]])).toBe(100)
    expect(computeResult(challenge, [[10, 0]])).toBe(75)
    // Results of 75 and 50: the mean is 62.5.
    expect(
      computeResult(challenge, [
        [10, 0],
        [5, 5],
      ]),
    ).toBe(63)
    const trimmed = { ...challenge, resultBy: 'trimmed-mean' } as const
    expect(
      computeResult(trimmed, [
        [10, 0],
        [5, 5],
      ]),
    ).toBe(63)
    expect(
      computeResult(trimmed, [
        [10, 10],
        [6, 6],
        [0, 0],
      ]),
    ).toBe(60)
    // One of two equally high judges counts.
    expect(
      computeResult(trimmed, [
        [10, 10],
        [10, 10],
        [5, 5],
        [0, 0],
      ]),
    ).toBe(75)
    const thirds = { maxScore: 1, criteria: [{ name: 'Idea', weight: 1 }], resultBy: 'mean' } as const
    expect(computeResult(thirds, [[5], [5], [5]])).toBe(1)
    expect(computeResult(thirds, [[5], [5], [4]])).toBe(0)
  },
)

interface World {
  admin: Client
  judges: Client[]
  id: string
  studentId: string
}

/** Creates a challenge with three judges, the first of whom is an admin, and a student. */
async function judged(platform: TestPlatform, organization: TestOrganization, more: object = {}): Promise<World> {
  const judges: Client[] = []
  for (const [role, firstName] of [
    ['tenant_admin', 'Alan'],
    ['instructor', 'Grace'],
    ['instructor', 'Mary'],
  ] as const) {
    judges.push(
      await organization.client().signIn((await organization.user(role, { firstName, lastName: 'Judge' })).email),
    )
  }
  const admin = await organization.signIn('tenant_admin')
  const judgeIds = judges.map(({ user }) => user?.id)
  const { id } = await create<{ id: string }>(admin, '/api/challenges', {
    title: 'Robot dance',
    judgeIds,
    criteria,
    ...more,
  })
  const { id: studentId } = await buildStudent(platform, organization)
  return { admin, judges, id, studentId }
}

const give = (
  by: Client | undefined,
  { id, studentId }: Pick<World, 'id' | 'studentId'>,
  points: number[] | null,
  seen: string | null = null,
) => by?.put(`/api/challenges/${id}/judging/${studentId}`, { points, seen }) as ReturnType<Client['put']>

const entriesOf = async ({ admin, studentId }: World) =>
  ((await admin.get(`/api/students/${studentId}/points`)).body as PointsEntry[]).map(
    ({ points, state }) => `${points} ${state}`,
  )

const seenOf = async (by: Client | undefined, { id, studentId }: World) => {
  const answer = (await by?.get(`/api/challenges/${id}/judging`)) as { body: Judging } | undefined
  return answer?.body.students.find((one) => one.id === studentId)
}

test('the result and its points exist once every judge has scored, and follow corrections and removals', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const world = await judged(platform, organization)
  const { admin, judges, id, studentId } = world
  const [alan, grace, mary] = judges
  const { body: first } = await give(alan, world, [10, 0])
  expect(first).toMatchObject({ given: 1, missing: ['Grace Judge', 'Mary Judge'], own: [10, 0], result: null })
  // The client repeats a request whose answer was lost.
  expect(await give(alan, world, [10, 0])).toMatchObject({ status: 200 })
  expect((await give(grace, world, [5, 5])).body).toMatchObject({ given: 2, missing: ['Mary Judge'], result: null })
  expect(await entriesOf(world)).toEqual([])
  const grid = async () => (await admin.get(`/api/score-grid?challenges=${id}`)).body
  expect(await grid()).toMatchObject({
    challenges: [{ judges: 3 }],
    scores: [],
    judged: [{ challengeId: id, studentId, given: 2, of: 3 }],
  })
  expect((await give(mary, world, [6, 10])).body).toMatchObject({ given: 3, missing: [], result: 65 })
  expect(await grid()).toMatchObject({ scores: [{ score: 65, scoredBy: null }], judged: [{ given: 3, of: 3 }] })
  expect(await entriesOf(world)).toEqual(['65 standing'])

  const seen = (await seenOf(mary, world))?.ownUpdatedAt ?? null
  expect(await give(mary, world, [0, 0])).toMatchObject({ status: 409, body: { code: 'outdated' } })
  expect((await give(mary, world, [0, 0], seen)).body).toMatchObject({ result: 42 })
  expect((await entriesOf(world)).toSorted()).toEqual(['-65 taking-back', '42 standing', '65 taken-back'])
  const again = (await seenOf(mary, world))?.ownUpdatedAt ?? null
  expect((await give(mary, world, null, again)).body).toMatchObject({ given: 2, own: null, result: null })
  expect(
    await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
      trx('students').where({ id: studentId }).first('totalPoints'),
    ),
  ).toMatchObject({ totalPoints: 0 })
})

test('until every judge has scored, no answer or record shows another judge’s points', async ({ platform }) => {
  const organization = await platform.organization()
  const parent = await organization.signIn('parent')
  const world = await judged(platform, organization)
  const { admin, judges, id, studentId } = world
  await buildGuardian(platform, organization, { studentId, userId: parent.user?.id ?? '' })
  const [alan, grace, mary] = judges
  const sheet = `/api/challenges/${id}/judging/${studentId}` as const
  await give(grace, world, [7, 3])
  const pages = [
    sheet,
    `/api/challenges/${id}/judging`,
    `/api/challenges/${id}`,
    '/api/challenges',
    `/api/score-grid?challenges=${id}`,
    `/api/students/${studentId}/scores`,
    `/api/students/${studentId}/points`,
    `/api/students/${studentId}/progress`,
    '/api/leaderboard',
    '/api/tenant/activity',
    '/api/tenant/audit-logs',
  ] as const
  for (const by of [alan, mary, admin]) {
    for (const path of pages) {
      const { status, body } = (await by?.get(path)) ?? {}
      expect([200, 403], path).toContain(status)
      expect(JSON.stringify(body), path).not.toMatch(/\[7,3\]|"score":60|"totalPoints":[1-9]/)
    }
    expect((await by?.get(sheet))?.body).toEqual([])
  }
  const exported = () =>
    platform.core.db.tenant(organization.id, systemActor, async ({ trx }) => {
      const exportedPoints = platform.core.storage.concealed['judge_scores']?.['points'] ?? 'points'
      const { rows } = await trx.raw<{ rows: { points: number[] | null }[] }>(
        `select ${exportedPoints} as points from judge_scores order by created_at`,
      )
      return rows.map(({ points }) => points)
    })
  expect(await exported()).toEqual([null])
  expect((await grace?.get(sheet))?.body).toMatchObject([{ isOwn: true, points: [7, 3], score: 60 }])
  await give(alan, world, [10, 10])
  expect((await alan?.get(sheet))?.body).toHaveLength(1)
  await give(mary, world, [5, 5])
  expect(await exported()).toEqual([
    [7, 3],
    [10, 10],
    [5, 5],
  ])
  for (const by of [...judges, admin]) {
    const sheets = (await by.get(sheet)).body as JudgeSheet[]
    expect(sheets.map(({ judge, score }) => [judge, score])).toEqual([
      ['Alan Judge', 100],
      ['Grace Judge', 60],
      ['Mary Judge', 50],
    ])
  }
  // A judge may write feedback about the result; the audit log omits the text.
  const feedback = `/api/challenges/${id}/scores/${studentId}/feedback` as const
  expect((await mary?.put(feedback, { feedback: 'Mind the battery.', seen: '' }))?.status).toBe(200)
  const { body: log } = await admin.get('/api/tenant/audit-logs')
  expect(JSON.stringify(log)).toContain('Gave feedback to Ada King in Robot dance')
  expect(JSON.stringify(log)).not.toContain('battery')
  // Families and users who are no judges see only the result.
  const other = await organization.signIn('instructor')
  expect((await other.get(sheet)).body).toEqual([])
  expect((await other.get(`/api/students/${studentId}/scores`)).body).toMatchObject([{ score: 70 }])
  for (const path of [sheet, `/api/challenges/${id}/judging`]) expect((await parent.get(path as '/x')).status).toBe(403)
  expect((await parent.get(`/api/children/${studentId}/figures/challenges`)).body).toMatchObject([{ amount: 70 }])
})

test('judges who score at once all count, and one judge on two screens gets a conflict', async ({ platform }) => {
  const organization = await platform.organization()
  const world = await judged(platform, organization, { resultBy: 'trimmed-mean' })
  const answers = await Promise.all(world.judges.map((by, index) => give(by, world, [index * 4, index * 4])))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const results = answers.map(({ body }) => (body as JudgedStudent).result).filter((result) => result !== null)
  expect(results).toEqual([40])
  expect(await entriesOf(world)).toEqual(['40 standing'])
  const [alan] = world.judges
  const seen = (await seenOf(alan, world))?.ownUpdatedAt ?? null
  const both = await Promise.all([give(alan, world, [1, 1], seen), give(alan, world, [2, 2], seen)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('removing a judge deletes their scores; changes that would affect given scores are refused', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const world = await judged(platform, organization)
  const { admin, judges, id } = world
  const [alan, grace, mary] = judges
  const change = (to: object) => admin.put(`/api/challenges/${id}`, to)
  const ids = judges.map(({ user }) => user?.id ?? '')
  expect((await change({ criteria: [] })).status).toBe(400)
  expect((await change({ judgeIds: ids.toReversed() })).status).toBe(200)
  await give(alan, world, [10, 10])
  await give(grace, world, [5, 5])
  for (const [field, value] of [
    ['criteria', [{ name: 'Idea', weight: 1 }]],
    ['resultBy', 'trimmed-mean'],
    ['maxScore', 50],
    ['judgeIds', []],
  ] as const) {
    const refused = await change({ [field]: value })
    expect(refused, field).toMatchObject({ status: 409, body: { fields: { [field]: expect.any(String) } } })
  }
  // The removed judge no longer counts as missing.
  expect(await change({ judgeIds: ids.slice(0, 2) })).toMatchObject({ status: 200, body: { judges: [{}, {}] } })
  expect(await entriesOf(world)).toEqual(['75 standing'])
  expect((await give(mary, world, [1, 1])).status).toBe(403)
  expect(await change({ judgeIds: ids })).toMatchObject({
    status: 409,
    body: { fields: { judgeIds: expect.stringContaining('see first') } },
  })
  expect((await change({ judgeIds: [ids[1]] })).status).toBe(200)
  expect((await entriesOf(world)).toSorted()).toEqual(['-75 taking-back', '50 standing', '75 taken-back'])

  const { body: saved } = await admin.post('/api/scores', {
    cells: [{ challengeId: id, studentId: world.studentId, score: 1, seen: null }],
  })
  expect(saved).toMatchObject([{ outcome: 'refused', reason: 'Judges score this challenge' }])
  for (const points of [[5], [5, 11], [5, 5, 5]]) expect((await give(grace, world, points)).status).toBe(400)
  expect(await change({ isActive: false })).toMatchObject({ status: 200 })
  expect((await give(grace, world, [1, 1])).status).toBe(409)

  const parent = await organization.signIn('parent')
  const rejected = await admin.post('/api/challenges', { title: 'Chess', judgeIds: [parent.user?.id], criteria })
  expect(rejected).toMatchObject({ status: 400, body: { fields: { judgeIds: expect.any(String) } } })
})

test('an erased judge does not count as missing, and a challenge whose judges were all erased is still changed and archived', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const world = await judged(platform, organization)
  const { admin, judges, id } = world
  const [alan, grace, mary] = judges
  await give(alan, world, [10, 10])
  await give(grace, world, [5, 5])
  const erase = (judge: Client | undefined, confirmation: string) =>
    admin.post('/api/erasures', { kind: 'user', id: judge?.user?.id, confirmation })
  expect(await entriesOf(world)).toEqual([])
  expect(await erase(mary, 'Mary Judge')).toMatchObject({ status: 201 })
  expect(await entriesOf(world)).toEqual(['75 standing'])
  expect(await erase(grace, 'Grace Judge')).toMatchObject({ status: 201 })
  expect(await erase(alan, 'Alan Judge')).toMatchObject({ status: 201 })
  for (const change of [{ title: 'Robot ballet' }, { isActive: false }]) {
    expect(await admin.put(`/api/challenges/${id}`, change)).toMatchObject({ status: 200, body: change })
  }
  expect(await entriesOf(world)).toEqual(['75 standing'])
})

test('instructors cannot make themselves judges in another instructor’s session', async ({ platform }) => {
  const organization = await platform.organization()
  const [admin, instructor] = [await organization.signIn('tenant_admin'), await organization.signIn('instructor')]
  const leader = await organization.user('instructor', { firstName: 'Grace' })
  const start = platform.clock.now().getTime() + 86_400_000
  const dates = { startDate: new Date(start).toISOString(), endDate: new Date(start + 3_600_000).toISOString() }
  const { id: sessionId } = await create<{ id: string }>(admin, '/api/sessions', {
    name: 'Robots',
    ...dates,
    instructorId: leader.id,
  })
  const judges = { judgeIds: [instructor.user?.id], criteria }
  expect((await instructor.post('/api/challenges', { title: 'Maze', sessionId, ...judges })).status).toBe(403)
  const { id } = await create<{ id: string }>(admin, '/api/challenges', { title: 'Maze', sessionId })
  expect((await instructor.put(`/api/challenges/${id}`, judges)).status).toBe(403)
  expect((await admin.put(`/api/challenges/${id}`, judges)).status).toBe(200)
  const { id: studentId } = await buildStudent(platform, organization)
  expect((await give(instructor, { id, studentId }, [5, 5])).body).toMatchObject({ result: 50 })
})
