import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest } from '#core/testing/harness.ts'
import type { TestOrganization, TestPlatform } from '#core/testing/harness.ts'
import { tenantApp } from '../../server/plugin.ts'
import { addStudent } from '../../testing/families.ts'

const test = pluginTest([tenantApp])

/** One session a day of 2027 from March 1 on, each with the student in this status, and a score in some. */
async function takePart(platform: TestPlatform, { id }: TestOrganization, studentId: string, statuses: string[]) {
  await platform.core.db.tenant(id, systemActor, async ({ trx }) => {
    const add = async (table: string, row: object) => {
      const [added] = await trx(table).insert(row, ['id'])
      return (added as { id: string }).id
    }
    for (const [index, status] of statuses.entries()) {
      const dates = { startDate: `2027-03-0${index + 1}T15:00:00Z`, endDate: `2027-03-0${index + 1}T16:00:00Z` }
      const sessionId = await add('sessions', { name: `Day ${index + 1}`, ...dates })
      const isMark = ['present', 'late', 'absent', 'excused'].includes(status)
      const place = isMark ? { attendance: status } : { status, waitingPlace: status === 'waitlisted' ? 1 : null }
      await add('sessionParticipants', { sessionId, studentId, ...place })
      if (status !== 'present') continue
      const challengeId = await add('challenges', { title: `Of day ${index + 1}`, sessionId })
      const completedAt = dates.endDate
      await add('scores', {
        studentId,
        challengeId,
        sessionId,
        score: 10 * (index + 1),
        maxScore: 10 * (index + 1) * (index === 0 ? 2 : 1),
        completedAt,
      })
    }
  })
}

test('each figure of a student is the number of the rows that it leads to', async ({ platform }) => {
  const organization = await platform.organization()
  const [ada, ben] = [await addStudent(platform, organization), await addStudent(platform, organization)]
  const statuses = ['present', 'late', 'absent', 'excused', 'present', 'cancelled', 'waitlisted', 'registered']
  await takePart(platform, organization, ada.id, statuses)
  await takePart(platform, organization, ben.id, ['present'])
  const instructor = await organization.signIn('instructor')
  const get = (path: string) => instructor.get(`/api/students/${ada.id}/${path}`)
  const { body } = await get('progress')
  expect(body).toEqual({
    sessionsAttended: 3,
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

test('a student of whom nothing is known yet has figures of zero', async ({ platform }) => {
  const organization = await platform.organization()
  const { id } = await addStudent(platform, organization)
  const admin = await organization.signIn('tenant_admin')
  expect((await admin.get(`/api/students/${id}/progress`)).body).toEqual({
    sessionsAttended: 0,
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

test('the history tells admins who changed what of a student, and nothing of health', async ({ platform }) => {
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

test('what a page shows of a student is for staff, the history for admins, and nothing for other organizations', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const parent = await organization.signIn('parent')
  const { id } = await addStudent(platform, organization, { guardians: [parent.user?.id ?? ''] })
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
