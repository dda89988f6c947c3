import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { create } from '#core/testing/calls.ts'
import { pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import type { PointsEntry } from '../../../base/points/contract.ts'
import { buildStudent } from '../../../testing/factories.ts'
import type { Challenge } from '../contract.ts'
import type { SavedCell } from '../score-contract.ts'

const test = pluginTest([tenantApp])

const HOUR = 3_600_000

const addChallenge = (by: Client, given: object = {}) =>
  create<Challenge>(by, '/api/challenges', { title: 'Checkmate', ...given })

async function schedule({ clock }: TestPlatform, by: Client, given: object = {}): Promise<string> {
  const start = clock.now().getTime() + 48 * HOUR
  const dates = { startDate: new Date(start).toISOString(), endDate: new Date(start + HOUR).toISOString() }
  return (await create<{ id: string }>(by, '/api/sessions', { name: 'Robots', ...dates, ...given })).id
}

interface Given {
  challengeId: string
  studentId: string
  score: number | null
  seen?: string | null
}

async function save(by: Client, ...cells: Given[]): Promise<SavedCell[]> {
  const { status, body } = await by.post('/api/scores', { cells: cells.map((cell) => ({ seen: null, ...cell })) })
  expect({ status, body }).toMatchObject({ status: 200 })
  return body as SavedCell[]
}

/** Reads the total, the ledger's sum, and the times of its entries. */
const pointsOf = ({ core }: TestPlatform, { id }: TestOrganization, studentId: string) =>
  core.db.tenant(id, systemActor, async ({ trx }) => {
    const [student] = (await trx('students').where({ id: studentId })) as { totalPoints: number }[]
    const entries = (await trx('pointsEntries').where({ studentId }).orderBy('createdAt').orderBy('id')) as {
      points: number
      reversesId: string | null
      earnedAt: string
    }[]
    return {
      total: student?.totalPoints,
      entries: entries.map(({ points, reversesId }) => `${points}${reversesId ? ' reversed' : ''}`),
      moments: new Set(entries.map(({ earnedAt }) => earnedAt)),
    }
  })

test('staff add, find, change and archive challenges, in a session or without one', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const sessionId = await schedule(platform, admin)
  const plain = await addChallenge(admin)
  expect(plain).toMatchObject({
    maxScore: 100,
    difficultyLevel: 'beginner',
    timeLimit: null,
    isActive: true,
    sessionId: null,
    projectId: null,
    scored: 0,
  })
  const inSession = await addChallenge(admin, { title: 'Line follower', sessionId, timeLimit: 45, maxScore: 50 })
  expect(inSession).toMatchObject({ sessionId, sessionName: 'Robots', timeLimit: 45, maxScore: 50 })
  const titles = async (query: string) => {
    const { body, headers } = await admin.get(`/api/challenges?${query}`)
    return { titles: (body as Challenge[]).map(({ title }) => title), total: headers['x-total-count'] }
  }
  expect(await titles('limit=1')).toEqual({ titles: ['Line follower'], total: '2' })
  expect(await titles('search=CHECK')).toEqual({ titles: ['Checkmate'], total: '1' })
  expect(await titles(`sessionId=${sessionId}`)).toEqual({ titles: ['Line follower'], total: '1' })

  const { id: projectId } = await create<{ id: string }>(admin, '/api/projects', { title: 'Arduino' })
  const inProject = await addChallenge(admin, { title: 'Blink', projectId })
  expect(inProject).toMatchObject({ projectId, projectTitle: 'Arduino' })
  expect(await titles(`projectId=${projectId}`)).toEqual({ titles: ['Blink'], total: '1' })
  expect((await admin.get(`/api/score-grid?projectId=${projectId}`)).body).toMatchObject({
    challenges: [{ id: inProject.id }],
    students: [],
  })
  const withdrawn = await admin.put(`/api/challenges/${inProject.id}`, { projectId: null, isActive: false })
  expect(withdrawn).toMatchObject({ status: 200, body: { projectId: null } })

  const path = `/api/challenges/${plain.id}` as const
  const { status, body } = await admin.put(path, { isActive: false, updatedAt: plain.updatedAt })
  expect({ status, body }).toMatchObject({ status: 200, body: { isActive: false } })
  expect(await admin.put(path, { title: 'Mate', updatedAt: plain.updatedAt })).toMatchObject({ status: 409 })
  expect(await titles('status=archived')).toEqual({ titles: ['Blink', 'Checkmate'], total: '2' })
  expect(await titles('status=active')).toEqual({ titles: ['Line follower'], total: '1' })
  for (const [field, value] of [
    ['title', ' '],
    ['maxScore', 0],
    ['timeLimit', 0.5],
    ['sessionId', plain.id],
    ['projectId', plain.id],
  ] as const) {
    const refused = await admin.post('/api/challenges', { title: 'Mate', [field]: value })
    expect(refused, field).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } })
  }
})

test('a score gives points in its transaction; a change reverses them and gives new ones for the time of the first score', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const [{ id: challengeId }, { id: studentId }] = [
    await addChallenge(admin),
    await buildStudent(platform, organization),
  ]
  const cell = { challengeId, studentId }
  const [first] = await save(admin, { ...cell, score: 40 })
  expect(first).toMatchObject({ outcome: 'saved', score: 40, scoredBy: expect.any(String) })
  // The client repeats a request whose answer was lost.
  expect(await save(admin, { ...cell, score: 40 })).toMatchObject([{ outcome: 'saved', score: 40 }])
  const [second] = await save(admin, { ...cell, score: 70, seen: first?.updatedAt ?? null })
  const { total, entries, moments } = await pointsOf(platform, organization, studentId)
  expect({ total, entries }).toEqual({ total: 70, entries: ['40', '-40 reversed', '70'] })
  expect(moments.size).toBe(1)
  const ledger = await admin.get(`/api/students/${studentId}/points`)
  expect(ledger.headers).toMatchObject({ 'x-total-count': '3' })
  const listed = (ledger.body as PointsEntry[]).map(({ points, state }) => `${points} ${state}`)
  expect(listed.toSorted()).toEqual(['-40 taking-back', '40 taken-back', '70 standing'])
  expect((await (await organization.signIn('parent')).get(`/api/students/${studentId}/points`)).status).toBe(404)
  expect((await admin.get(`/api/challenges/${challengeId}`)).body).toMatchObject({ scored: 1 })
  expect(await admin.put(`/api/challenges/${challengeId}`, { maxScore: 50 })).toMatchObject({
    status: 409,
    body: { fields: { maxScore: expect.stringContaining('scores already') } },
  })
  const [taken] = await save(admin, { ...cell, score: null, seen: second?.updatedAt ?? null })
  expect(taken).toMatchObject({ outcome: 'saved', score: null, updatedAt: null })
  expect(await pointsOf(platform, organization, studentId)).toMatchObject({ total: 0 })
  expect((await admin.get(`/api/students/${studentId}/scores`)).body).toEqual([])
})

test('of two users who score one student at once the second gets a conflict with the first one’s score', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const other = await organization.signIn('instructor')
  const [{ id: challengeId }, { id: studentId }] = [
    await addChallenge(admin),
    await buildStudent(platform, organization),
  ]
  const path = `/api/challenges/${challengeId}/scores/${studentId}` as const
  const answers = await Promise.all([
    admin.put(path, { score: 40, seen: null }),
    other.put(path, { score: 60, seen: null }),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const [kept, refused] = answers.toSorted((a, b) => a.status - b.status).map(({ body }) => body as SavedCell)
  expect(refused).toMatchObject({
    code: 'outdated',
    details: { score: kept?.score, scoredBy: kept?.scoredBy, updatedAt: kept?.updatedAt },
  })
  expect(await pointsOf(platform, organization, studentId)).toMatchObject({ total: kept?.score })
  // A user who has seen the other score may replace it.
  const score = kept?.score === 40 ? 60 : 40
  expect(await other.put(path, { score, seen: kept?.updatedAt })).toMatchObject({ status: 200, body: { score } })
  expect(await save(admin, { challengeId, studentId, score: 1 })).toMatchObject([{ outcome: 'outdated', score }])
})

test('each cell of one call is saved on its own, and refused ones have a reason', async ({ platform }) => {
  const [organization, elsewhere] = [await platform.organization(), await platform.organization()]
  const admin = await organization.signIn('tenant_admin')
  const { id: instructorId } = await organization.user('instructor')
  const instructor = await organization.signIn('instructor')
  const sessionId = await schedule(platform, admin, { instructorId })
  const [open, led, archived, foreign] = await Promise.all([
    addChallenge(admin, { maxScore: 50 }),
    addChallenge(admin, { sessionId }),
    addChallenge(admin, { isActive: false }),
    addChallenge(await elsewhere.signIn('tenant_admin')),
  ])
  const { id: studentId } = await buildStudent(platform, organization)
  const { id: stranger } = await buildStudent(platform, elsewhere)
  const { id: another } = await buildStudent(platform, organization)
  const cells = [
    { challengeId: open.id, studentId, score: 50 },
    { challengeId: open.id, studentId: another, score: 51 },
    { challengeId: open.id, studentId: stranger, score: 5 },
    { challengeId: led.id, studentId, score: 5 },
    { challengeId: archived.id, studentId, score: 5 },
    { challengeId: foreign.id, studentId, score: 5 },
  ]
  expect((await save(instructor, ...cells)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['saved', null],
    ['refused', 'Between 0 and 50'],
    ['refused', 'Student not found'],
    ['refused', 'Another instructor leads the session of this challenge'],
    ['refused', 'This challenge is archived'],
    ['refused', 'Challenge not found'],
  ])
  expect(await pointsOf(platform, organization, studentId)).toMatchObject({ total: 50 })
  expect(await save(admin, { challengeId: led.id, studentId, score: 5 })).toMatchObject([{ outcome: 'saved' }])
  const statuses = await Promise.all(
    cells.slice(1).map(async ({ challengeId, studentId: id, score }) => {
      const { status } = await instructor.put(`/api/challenges/${challengeId}/scores/${id}`, { score, seen: null })
      return status
    }),
  )
  expect(statuses).toEqual([400, 404, 403, 409, 404])
  // Instructors cannot move another instructor's challenge to score it, nor change it while its session is in progress.
  const change = async (to: object) => (await instructor.put(`/api/challenges/${led.id}`, to)).status
  expect(await change({ sessionId: null })).toBe(403)
  expect(await change({ description: 'Follow the line.' })).toBe(200)
  expect((await admin.put(`/api/sessions/${sessionId}`, { status: 'in-progress' })).status).toBe(200)
  expect(await change({ isActive: false })).toBe(403)
  expect((await admin.put(`/api/challenges/${led.id}`, { isActive: false })).status).toBe(200)
})

test('the grid lists participants and scored students, for staff only, and marks the caller’s columns', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id: instructorId } = await organization.user('instructor')
  const sessionId = await schedule(platform, admin, { instructorId })
  const inSession = await addChallenge(admin, { sessionId })
  const [open, archived] = [await addChallenge(admin), await addChallenge(admin, { sessionId, isActive: false })]
  const [ada, ben, cleo] = await Promise.all(
    ['Ada', 'Ben', 'Cleo'].map((firstName) => buildStudent(platform, organization, { firstName })),
  )
  await admin.post(`/api/sessions/${sessionId}/participants`, { studentIds: [ada?.id] })
  await save(admin, { challengeId: inSession.id, studentId: ben?.id ?? '', score: 12 })
  await platform.core.db.tenant(organization.id, systemActor, async ({ trx }) =>
    trx('students').where({ id: cleo?.id }).update({ isActive: false }),
  )
  const instructor = await organization.signIn('instructor')
  const grid = async (query: string) => {
    const { status, body } = await instructor.get(`/api/score-grid?${query}`)
    expect({ status, body }).toMatchObject({ status: 200 })
    return body as {
      challenges: { id: string; mayScore: boolean }[]
      students: { firstName: string }[]
      totalStudents: number
      scores: { score: number }[]
    }
  }
  const ofSession = await grid(`sessionId=${sessionId}`)
  expect(ofSession).toMatchObject({
    challenges: [{ id: inSession.id, mayScore: false }],
    students: [{ firstName: 'Ada' }, { firstName: 'Ben' }],
    totalStudents: 2,
    scores: [{ challengeId: inSession.id, studentId: ben?.id, score: 12 }],
  })
  const chosen = await grid(`challenges=${open.id},${archived.id}&limit=1`)
  expect(chosen.challenges).toMatchObject([
    { id: archived.id, mayScore: false },
    { id: open.id, mayScore: true },
  ])
  expect(chosen).toMatchObject({ students: [{ firstName: 'Ada' }], totalStudents: 2 })
  expect(await grid(`challenges=${open.id}&offset=50`)).toMatchObject({ students: [], totalStudents: 2 })
  expect(await grid(`challenges=${open.id}&search=ben`)).toMatchObject({ students: [{ firstName: 'Ben' }] })
  expect((await grid('')).challenges).toHaveLength(2)
  for (const query of [`sessionId=${sessionId}&challenges=${open.id}`, 'challenges=none']) {
    expect((await instructor.get(`/api/score-grid?${query}`)).status, query).toBe(400)
  }
  for (const role of ['parent', 'student'] as const) {
    const viewer = await organization.signIn(role)
    expect((await viewer.get(`/api/score-grid?sessionId=${sessionId}`)).status).toBe(403)
    expect((await viewer.get('/api/challenges')).status).toBe(403)
    expect((await viewer.post('/api/scores', { cells: [] })).status).toBe(403)
  }
})

test('families read feedback beside the score, which may change; of two users who write at once one gets a conflict', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const [admin, parent] = [await organization.signIn('tenant_admin'), await organization.signIn('parent')]
  const instructor = await organization.signIn('instructor')
  const { id: leader } = await organization.user('instructor', { firstName: 'Grace' })
  const sessionId = await schedule(platform, admin, { instructorId: leader })
  const { id: challengeId } = await addChallenge(admin, { sessionId })
  const { id: studentId } = await buildStudent(platform, organization, { guardians: [parent.user?.id ?? ''] })
  const path = `/api/challenges/${challengeId}/scores/${studentId}/feedback` as const
  expect((await admin.put(path, { feedback: 'Well done', seen: '' })).status).toBe(404)
  const [score] = await save(admin, { challengeId, studentId, score: 40 })
  const answers = await Promise.all(
    ['Well done', 'Mind the edges'].map((feedback) => admin.put(path, { feedback: ` ${feedback} `, seen: '' })),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const [kept, refused] = answers
    .toSorted((a, b) => a.status - b.status)
    .map(({ body }) => body as { feedback?: string })
  expect(refused).toMatchObject({ code: 'outdated', details: { feedback: kept?.feedback } })
  // The score's version stays valid after a change of its feedback.
  await save(admin, { challengeId, studentId, score: 50, seen: score?.updatedAt ?? null })
  expect((await admin.get(path)).body).toEqual({ feedback: kept?.feedback })
  expect((await admin.get(`/api/score-grid?challenges=${challengeId}`)).body).toMatchObject({
    scores: [{ score: 50, hasFeedback: true }],
  })
  expect((await instructor.put(path, { feedback: '', seen: kept?.feedback })).status).toBe(403)
  expect((await admin.put(path, { feedback: 'a'.repeat(2001), seen: kept?.feedback })).status).toBe(400)
  expect((await parent.get(path)).status).toBe(403)
  expect((await parent.get('/api/children/overviews')).body).toMatchObject([
    { deeds: [{ score: 50, feedback: kept?.feedback }] },
  ])
})

test('added and scored challenges are in the organization’s activity', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id: challengeId } = await addChallenge(admin)
  const { id: studentId } = await buildStudent(platform, organization)
  const [first] = await save(admin, { challengeId, studentId, score: 40 })
  await save(admin, { challengeId, studentId, score: 50, seen: first?.updatedAt ?? null })
  const { body } = await admin.get('/api/tenant/activity')
  expect((body as { summary: string }[]).map(({ summary }) => summary)).toEqual([
    'Ada King scored 40 of 100 in Checkmate',
    'The challenge Checkmate was added',
  ])
})
