import { expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import type { TestOrganization, TestPlatform } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildChallenge, buildParticipant, buildScore, buildSession, buildStudent } from '../../../testing/factories.ts'

const test = pluginTest([tenantApp])

/** Adds one session a day from March 1, 2027, each with the student in the given status, and a score in some. */
async function takePart(
  platform: TestPlatform,
  organization: TestOrganization,
  studentId: string,
  places: readonly Parameters<typeof buildParticipant>[2][],
) {
  for (const [index, place] of places.entries()) {
    const day = index + 1
    const given = { name: `Day ${day}`, startDate: `2027-03-0${day}T15:00:00Z` }
    const { id: sessionId, endDate } = await buildSession(platform, organization, given)
    await buildParticipant(platform, organization, { sessionId, studentId, ...place })
    if (place?.attendance !== 'present') continue
    const { id: challengeId } = await buildChallenge(platform, organization, { title: `Of day ${day}`, sessionId })
    const reached = { score: 10 * day, maxScore: 10 * day * (index === 0 ? 2 : 1) }
    await buildScore(platform, organization, { studentId, challengeId, sessionId, ...reached, completedAt: endDate })
  }
}

test('each number on a student’s page equals the number of rows behind it', async ({ platform }) => {
  const organization = await platform.organization()
  const [ada, ben] = [await buildStudent(platform, organization), await buildStudent(platform, organization)]
  await takePart(platform, organization, ada.id, [
    ...(['present', 'late', 'absent', 'excused', 'present'] as const).map((attendance) => ({ attendance })),
    ...(['cancelled', 'waitlisted', 'registered'] as const).map((status) => ({ status })),
  ])
  await takePart(platform, organization, ben.id, [{ attendance: 'present' }])
  const instructor = await organization.signIn('instructor')
  const get = (path: string) => instructor.get(`/api/students/${ada.id}/${path}`)
  const { body } = await get('progress')
  expect(body).toEqual({
    sessionsAttended: 3,
    daysAttended: 3,
    sessionsMissed: 2,
    scores: 2,
    averageScore: 75,
    totalPoints: 0,
    nextSession: {
      id: expect.any(String),
      name: 'Day 8',
      startDate: '2027-03-08T15:00:00.000Z',
      endDate: '2027-03-08T16:00:00.000Z',
      location: '',
    },
  })
  expect((await get('attendance?kind=attended')).headers).toMatchObject({ 'x-total-count': '3' })
  expect((await get('attendance?kind=missed')).headers).toMatchObject({ 'x-total-count': '2' })
  const all = await get('attendance?limit=3')
  expect(all.headers).toMatchObject({ 'x-total-count': '8', link: expect.stringContaining('offset=3') })
  expect(all.body).toMatchObject([{ sessionName: 'Day 8', status: 'registered' }, {}, { status: 'cancelled' }])
  const scores = await get('scores')
  expect(scores.headers).toMatchObject({ 'x-total-count': '2' })
  expect(scores.body).toMatchObject([
    { challengeTitle: 'Of day 5', sessionName: 'Day 5', score: 50, maxScore: 50 },
    { challengeTitle: 'Of day 1', score: 10, maxScore: 20 },
  ])
})

test('a new student has numbers of zero', async ({ platform }) => {
  const organization = await platform.organization()
  const { id } = await buildStudent(platform, organization)
  const admin = await organization.signIn('tenant_admin')
  expect((await admin.get(`/api/students/${id}/progress`)).body).toEqual({
    sessionsAttended: 0,
    daysAttended: 0,
    sessionsMissed: 0,
    scores: 0,
    averageScore: 0,
    totalPoints: 0,
    nextSession: null,
  })
  for (const part of ['attendance', 'scores', 'history']) {
    expect((await admin.get(`/api/students/${id}/${part}`)).body).toEqual([])
  }
})

test('admins read in the history who changed which field of a student, and nothing of health', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const added = await admin.post('/api/students', { firstName: 'Ada', lastName: 'King', medicalNotes: 'Peanuts' })
  const path = `/api/students/${added.body.id}`
  await admin.put(path, { grade: '4', emergencyPhone: '555 0100' })
  await admin.put(path, { isActive: false })
  const { body } = await admin.get(`${path}/history`)
  expect(body).toMatchObject([
    {
      kind: 'changed',
      changes: [{ field: 'isActive', before: 'active', after: 'inactive' }],
      actorName: 'Ada Lovelace',
    },
    { kind: 'changed', changes: [{ field: 'grade', before: null, after: '4' }] },
    {
      kind: 'added',
      changes: [
        { field: 'firstName', before: null, after: 'Ada' },
        { field: 'lastName', before: null, after: 'King' },
      ],
    },
  ])
  expect(JSON.stringify(body)).not.toMatch(/Peanuts|555 0100/)
})

test('staff see a student’s progress, admins the history, and other organizations nothing', async ({ platform }) => {
  const organization = await platform.organization()
  const parent = await organization.signIn('parent')
  const { id } = await buildStudent(platform, organization, { guardians: [parent.user?.id ?? ''] })
  const [instructor, student] = [await organization.signIn('instructor'), await organization.signIn('student')]
  const stranger = await (await platform.organization()).signIn('tenant_admin')
  for (const part of ['progress', 'attendance', 'scores', 'history']) {
    const path = `/api/students/${id}/${part}`
    expect((await organization.client().get(path)).status).toBe(401)
    for (const client of [parent, student]) expect((await client.get(path)).status).toBe(403)
    expect((await instructor.get(path)).status).toBe(part === 'history' ? 403 : 200)
    expect((await stranger.get(path)).status).toBe(404)
  }
})
