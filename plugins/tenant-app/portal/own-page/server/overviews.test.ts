import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { query } from '#core/testing/query.ts'
import { tenantApp } from '../../../plugin.ts'
import type { SessionStatus } from '../../../scheduling/sessions/state-contract.ts'
import { openDoor } from '../../../testing/door.ts'
import {
  buildChallenge,
  buildMark,
  buildParticipant,
  buildScore,
  buildSession,
  buildStudent,
} from '../../../testing/factories.ts'

const test = pluginTest([tenantApp])

const HOUR = 3_600_000

/** Two children of one guardian, the second of another family too; everything that happens to the first. */
async function makeFamily(platform: TestPlatform, organization: TestOrganization) {
  const [parent, restricted] = [await organization.signIn('parent'), await organization.signIn('parent')]
  const student = await organization.signIn('student')
  const idOf = ({ user }: { user: { id: string } | undefined }) => user?.id ?? ''
  const ada = await buildStudent(platform, organization, {
    userId: idOf(student),
    guardians: [idOf(parent), { userId: idOf(restricted), isRestricted: true }],
  })
  const ben = await buildStudent(platform, organization, { firstName: 'Ben', guardians: [idOf(parent)] })
  const other = await buildStudent(platform, organization, { firstName: 'Cleo', guardians: [idOf(restricted)] })
  const now = platform.clock.now().getTime()
  const at = (hours: number) => new Date(now + hours * HOUR).toISOString()
  const session = async (name: string, start: number, status?: SessionStatus) =>
    (await buildSession(platform, organization, { name, status, location: 'Lab', startDate: at(start) })).id
  const [going, later] = [await session('Going on', -0.5, 'in-progress'), await session('Later', 72)]
  const [full, over] = [await session('Full', 96), await session('Over', -240, 'completed')]
  const off = await session('Off', 120, 'cancelled')
  const participates = (sessionId: string, studentId: string, more: Parameters<typeof buildParticipant>[2] = {}) =>
    buildParticipant(platform, organization, { sessionId, studentId, ...more })
  await participates(going, ada.id, { attendance: 'late' })
  const times = { arrivedAt: at(-0.25), leftAt: at(-0.1), collectedBy: 'Rosa Lee' }
  await buildMark(platform, organization, { sessionId: going, studentId: ada.id, mark: 'late', ...times })
  for (const sessionId of [later, off]) await participates(sessionId, ada.id)
  await participates(full, ben.id, { status: 'waitlisted', waitingPlace: 3 })
  await participates(full, ada.id, { status: 'waitlisted', waitingPlace: 7 })
  await participates(over, ada.id, { attendance: 'present', pointsEarned: 12, feedback: 'Well built' })
  await participates(over, other.id, { attendance: 'absent' })
  const { id: challengeId } = await buildChallenge(platform, organization, { sessionId: over })
  const score = { challengeId, sessionId: over, maxScore: 20, completedAt: at(-100) }
  await buildScore(platform, organization, { ...score, studentId: ada.id, score: 17, feedback: 'Fast' })
  await buildScore(platform, organization, { ...score, studentId: other.id, score: 3 })
  return { parent, restricted, student, ids: { ada: ada.id, ben: ben.id, other: other.id } }
}

interface Named {
  name: string
}

const names = (rows: Named[]) => rows.map(({ name }) => name)

test('a guardian is answered the own children in one call: what is next, who was there, what was done and what is to be done', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const { parent, ids } = await makeFamily(platform, organization)
  const admin = await organization.signIn('tenant_admin')
  const { body: consent } = await admin.post('/api/consents', { kind: 'photo', title: 'Photos', body: 'May we?' })
  await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('students').where({ id: ids.ada }).update({ createdAt: '2020-01-01' }),
  )

  const { body } = await parent.get('/api/children/overviews')
  expect(body).toMatchObject([
    {
      studentId: ids.ada,
      figures: { overallProgress: 85, challengesCompleted: 1 },
      toDo: { consents: 1, isHealthDue: true, incidents: 0 },
    },
    {
      studentId: ids.ben,
      places: [{ name: 'Full', status: 'waitlisted', waitingPosition: 1 }],
      deeds: [],
      figures: { overallProgress: 0, sessionsAttended: 0, challengesCompleted: 0 },
      toDo: { consents: 1, isHealthDue: false, incidents: 0 },
    },
  ])
  const [ada] = body
  expect(names(ada.places)).toEqual(['Going on', 'Later', 'Full', 'Off'])
  expect(ada.places).toMatchObject([
    { isToday: true, attendance: 'late', collectedBy: 'Rosa Lee', arrivedAt: expect.any(String) },
    { isToday: false, attendance: null, arrivedAt: null },
    { status: 'waitlisted', waitingPosition: 2 },
    { sessionStatus: 'cancelled' },
  ])
  expect(names(ada.deeds)).toEqual(['Going on', 'Maze', 'Over'])
  expect(ada.deeds.slice(1)).toMatchObject([
    { kind: 'score', sessionName: 'Over', score: 17, maxScore: 20, feedback: 'Fast', points: null },
    { kind: 'session', attendance: 'present', points: 12, feedback: 'Well built', score: null },
  ])

  await parent.post(`/api/children/${ids.ada}/consents/${consent.id}`, { answer: 'refused', version: 1 })
  const after = await parent.get(`/api/children/overviews?child=${ids.ada}`)
  expect(after.body).toMatchObject([{ studentId: ids.ada, toDo: { consents: 0 } }])
})

test('nobody is answered another’s child: a restricted guardian nothing, a student oneself, a super admin whom they name', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const { restricted, student, ids } = await makeFamily(platform, organization)
  const overviews = async (client: typeof student, child?: string) => {
    const { status, body } = await client.get(`/api/children/overviews${child ? `?child=${child}` : ''}`)
    expect(status).toBe(200)
    return body
  }
  expect(await overviews(restricted)).toMatchObject([{ studentId: ids.other }])
  expect(await overviews(restricted, ids.ada)).toEqual([])
  expect((await restricted.get(`/api/children/${ids.ada}/figures/scores`)).status).toBe(404)

  const own = await overviews(student)
  expect(own).toMatchObject([{ studentId: ids.ada, toDo: { consents: 0, isHealthDue: false, incidents: 0 } }])
  expect(names(own[0].places)).toEqual(['Going on', 'Later', 'Full', 'Off'])
  expect(own[0].places[0].collectedBy).toBe('')
  expect(await overviews(student, ids.other)).toEqual([])
  expect(await overviews(await organization.signIn('student'))).toEqual([])
  expect(JSON.stringify(own)).not.toMatch(/Cleo|Ben|"score":3\b/)

  const staff = await organization.client().signIn((await platform.superAdmin()).user?.email ?? '')
  expect(await overviews(staff)).toEqual([])
  expect(await overviews(staff, ids.other)).toMatchObject([{ studentId: ids.other, toDo: { consents: 0 } }])
  for (const role of ['tenant_admin', 'instructor'] as const) {
    const client = await organization.signIn(role)
    expect((await client.get('/api/children/overviews')).status).toBe(403)
    expect((await client.get(`/api/children/${ids.ada}/figures/scores`)).status).toBe(403)
  }
  const stranger = await (await platform.organization()).signIn('parent')
  expect(await overviews(stranger, ids.ada)).toEqual([])
})

test('a guardian sees the former time and place of a session that was moved, until it is moved back', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const [admin, parent] = [await organization.signIn('tenant_admin'), await organization.signIn('parent')]
  const { id: studentId } = await buildStudent(platform, organization, { guardians: [parent.user?.id ?? ''] })
  const at = (hours: number) => new Date(platform.clock.now().getTime() + hours * HOUR).toISOString()
  const [start, end] = [at(24), at(25)]
  const { id, updatedAt } = await buildSession(platform, organization, {
    startDate: start,
    endDate: end,
    location: 'Lab',
  })
  await buildParticipant(platform, organization, { sessionId: id, studentId })
  const seen = async () => (await parent.get('/api/children/overviews')).body[0].places[0]
  expect(await seen()).toMatchObject({ formerStart: null, formerEnd: null, formerLocation: '', isStillHere: false })
  const move = async (by: object, from: string) => {
    const answer = await admin.put(`/api/sessions/${id}`, { ...by, updatedAt: from })
    expect(answer.status).toBe(200)
    return answer.body.updatedAt as string
  }
  const moved = await move({ startDate: at(26), endDate: at(27), location: 'Gym' }, updatedAt)
  expect(await seen()).toMatchObject({ formerStart: start, formerEnd: end, formerLocation: 'Lab', location: 'Gym' })
  const again = await move({ startDate: at(28), endDate: at(29), location: 'Hall' }, moved)
  expect(await seen()).toMatchObject({ formerStart: start, formerLocation: 'Lab', location: 'Hall' })
  await move({ startDate: start, endDate: end, location: 'Lab' }, again)
  expect(await seen()).toMatchObject({ formerStart: null, formerEnd: null, formerLocation: '' })
  // An erasure replaces a name in a place, without a new version: the name is not kept.
  await query(platform.databaseUrl, `update sessions set location = 'Erased person' where id = '${id}'`)
  expect(await seen()).toMatchObject({ location: 'Erased person', formerLocation: '' })
})

test('a guardian sees that a child is still here after the end, until it has left', async ({ platform }) => {
  const { organization, ada, mother, instructor, outcome, byMother, at } = await openDoor(platform)
  const parent = await organization.client().signIn(mother.email)
  const seen = async () => {
    const { body } = await parent.get(`/api/children/overviews?child=${ada.id}`)
    return body[0].places[0]?.isStillHere
  }
  await outcome(instructor, 'in', { at: at(2) })
  expect(await seen()).toBe(false)
  platform.clock.forward(HOUR)
  expect(await seen()).toBe(true)
  await outcome(instructor, 'out', byMother)
  expect(await seen()).toBe(false)
})
