import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { create, randomText, type Call, type Calls, type World } from '#core/testing/calls.ts'
import type { Client } from '#core/testing/harness.ts'
import { buildGuardian, buildStudent } from './factories.ts'

/** Creates a session of today with a student in it. */
async function makeAttended({ platform, organization }: World): Promise<{ by: Client; id: string; studentId: string }> {
  const by = await organization.signIn('tenant_admin')
  const start = platform.clock.now().getTime()
  const dates = { startDate: new Date(start).toISOString(), endDate: new Date(start + 3_600_000).toISOString() }
  const { id } = await create<{ id: string }>(by, '/api/sessions', { name: randomText(), ...dates })
  const { id: studentId } = await buildStudent(platform, organization)
  await by.post(`/api/sessions/${id}/participants`, { studentIds: [studentId] })
  return { by, id, studentId }
}

/** Creates attendance that an instructor left on a device before the account was deactivated. */
export async function makeLeftMarks(world: World) {
  const { by, id: sessionId, studentId } = await makeAttended(world)
  const { id: makerId } = await world.organization.user('instructor', { firstName: 'Mara', lastName: 'Lind' })
  expect((await by.put(`/api/people/${makerId}`, { isActive: false })).status).toBe(200)
  const [meeting] = (await by.get(`/api/sessions/${sessionId}/meetings`)).body as { id: string }[]
  const madeAt = world.platform.clock.now().toISOString()
  const marks = [{ id: randomUUID(), studentId, mark: 'present', seen: 0, madeAt, note: 'Came by bus' }]
  return { by, sessionId, meetingId: meeting?.id ?? '', makerId, marks, studentId }
}

const prepareReading = async (world: World): Promise<Call> => {
  const { by, id } = await makeAttended(world)
  return { by, params: [id] }
}

const makeLoss = () => ({
  kind: 'marks',
  reason: 'lost',
  count: 5,
  since: '2026-03-02T15:00:00Z',
})

/** A call of each endpoint of rosters that changes data or takes an id. */
export const rosterCalls: Calls = {
  'GET /api/sessions/{id}/participants': prepareReading,
  'GET /api/sessions/{id}/meetings': prepareReading,
  'POST /api/meetings/plan': async ({ organization }) => ({
    by: await organization.signIn('tenant_admin'),
    body: { startDate: '2094-07-12T13:00:00Z', endDate: '2094-07-16T20:00:00Z' },
  }),
  'POST /api/meetings/sessions': async ({ organization }) => ({
    by: await organization.signIn('tenant_admin'),
    body: {
      name: randomText(),
      instructorId: (await organization.user('instructor')).id,
      meetings: [{ startsAt: '2094-07-12T13:00:00Z', endsAt: '2094-07-12T14:00:00Z' }],
    },
    resource: 'session',
  }),
  'POST /api/sessions/{id}/meetings': async (world) => {
    const { by, id } = await makeAttended(world)
    const { id: instructorId } = await world.organization.user('instructor')
    const start = world.platform.clock.now().getTime() + 86_400_000
    const times = { startsAt: new Date(start).toISOString(), endsAt: new Date(start + 3_600_000).toISOString() }
    return { by, params: [id], body: { ...times, instructorId }, resource: 'session', resourceId: id }
  },
  'PUT /api/sessions/{id}/meetings/{meetingId}': async (world) => {
    const { by, id } = await makeAttended(world)
    const [meeting] = (await by.get(`/api/sessions/${id}/meetings`)).body as { id: string }[]
    const { id: instructorId } = await world.organization.user('instructor')
    const params = [id, meeting?.id ?? '']
    return { by, params, body: { instructorId }, resource: 'session', resourceId: id }
  },
  'GET /api/sessions/{id}/candidates': prepareReading,
  'GET /api/sessions/{id}/attendance': prepareReading,
  'GET /api/sessions/{id}/history': prepareReading,
  'GET /api/sessions/{id}/overruled-marks': prepareReading,
  'POST /api/sessions/{id}/participants': async (world) => {
    const { by, id } = await makeAttended(world)
    const { id: studentId } = await buildStudent(world.platform, world.organization)
    return { by, params: [id], body: { studentIds: [studentId] }, resource: 'session', resourceId: id }
  },
  'DELETE /api/sessions/{id}/participants/{studentId}': async (world) => {
    const { by, id, studentId } = await makeAttended(world)
    return { by, params: [id, studentId], resource: 'session', resourceId: id }
  },
  'PUT /api/sessions/{id}/participants/{studentId}': async (world) => {
    const { by, id, studentId } = await makeAttended(world)
    return {
      by,
      params: [id, studentId],
      body: { pointsEarned: 5, feedback: randomText() },
      resource: 'session',
      resourceId: id,
    }
  },
  'POST /api/held-marks': async (world) => {
    const { by, sessionId, meetingId, makerId, marks } = await makeLeftMarks(world)
    return { by, body: { makerId, sessionId, meetingId, marks }, resource: 'session', resourceId: sessionId }
  },
  'POST /api/held-marks/{id}/decision': async (world) => {
    const { by, sessionId, meetingId, makerId, marks } = await makeLeftMarks(world)
    await by.post('/api/held-marks', { makerId, sessionId, meetingId, marks })
    const params = [marks[0]?.id ?? '']
    return { by, params, body: { decision: 'discarded' }, resource: 'session', resourceId: sessionId }
  },
  'POST /api/unsent-losses': async ({ organization }) => {
    const by = await organization.signIn('instructor')
    return { by, body: makeLoss(), resource: 'tenant', resourceId: organization.id }
  },
  'POST /api/unsent-losses/{id}/check': async ({ organization }) => {
    const by = await organization.signIn('tenant_admin')
    await by.post('/api/unsent-losses', makeLoss())
    const [loss] = (await by.get('/api/unsent-losses')).body as { id: string }[]
    return { by, params: [loss?.id ?? ''], resource: 'tenant', resourceId: organization.id }
  },
  'POST /api/sessions/{id}/points': async (world) => {
    const { by, id, studentId } = await makeAttended(world)
    const awards = [{ id: randomUUID(), studentId, points: 5 }]
    return { by, params: [id], body: { awards }, resource: 'session', resourceId: id }
  },
  'GET /api/sessions/{id}/summaries': prepareReading,
  'PUT /api/sessions/{id}/meetings/{meetingId}/summary': async (world) => {
    const { by, id } = await makeAttended(world)
    const [meeting] = (await by.get(`/api/sessions/${id}/meetings`)).body as { id: string }[]
    const params = [id, meeting?.id ?? '']
    return { by, params, body: { text: randomText() }, resource: 'session', resourceId: id }
  },
  'POST /api/sessions/{id}/attendance': async (world) => {
    const { by, id, studentId } = await makeAttended(world)
    const { platform, organization } = world
    const { id: userId } = await organization.user('parent', { firstName: 'Ken', lastName: 'Ortiz' })
    await buildGuardian(platform, organization, { studentId, userId, mayCollect: false })
    const marks = [{ id: randomUUID(), studentId, mark: 'present', collectedBy: 'Ken Ortiz', seen: 0 }]
    return { by, params: [id], body: { marks }, resource: 'student', resourceId: studentId }
  },
  'PUT /api/attendance/settings': async ({ organization }) => ({
    by: await organization.signIn('tenant_admin'),
    body: { lateMinutes: 7 },
    resource: 'tenant',
    resourceId: organization.id,
  }),
}
