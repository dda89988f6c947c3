import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { create, randomText, type Call, type Calls, type World } from '#core/testing/calls.ts'
import { buildGuardian, buildSession, buildStudent, buildParticipant } from './factories.ts'

/** Creates a session of today with a student at its door. */
export async function makeDoor({ platform, organization }: Pick<World, 'platform' | 'organization'>) {
  const by = await organization.signIn('tenant_admin')
  const { id } = await buildSession(platform, organization, { startDate: platform.clock.now().toISOString() })
  const { id: studentId } = await buildStudent(platform, organization)
  await buildParticipant(platform, organization, { sessionId: id, studentId })
  const event = (more: object) => ({
    events: [{ id: randomUUID(), studentId, at: platform.clock.now().toISOString(), ...more }],
  })
  return { by, id, studentId, event }
}

const newRollCall = () => ({ id: randomUUID(), kind: 'evacuation', isDrill: true })

/** Creates a roll call of a child who is here. */
export async function makeRollCall(world: Pick<World, 'platform' | 'organization'>) {
  const { by, id, studentId, event } = await makeDoor(world)
  await by.post(`/api/sessions/${id}/door/events`, event({ kind: 'in' }))
  const { id: rollCallId } = await create<{ id: string }>(by, `/api/sessions/${id}/roll-calls`, newRollCall())
  return { by, rollCallId, studentId }
}

/** Creates an arrival that an instructor left on a device before the account was deactivated. */
export async function makeLeftEntries(world: Pick<World, 'platform' | 'organization'>) {
  const { by, id, studentId } = await makeDoor(world)
  const { id: makerId } = await world.organization.user('instructor', { firstName: 'Mara', lastName: 'Lind' })
  expect((await by.put(`/api/people/${makerId}`, { isActive: false })).status).toBe(200)
  const [meeting] = (await by.get(`/api/sessions/${id}/meetings`)).body as { id: string }[]
  const madeAt = world.platform.clock.now().toISOString()
  const eventId = randomUUID()
  const event = { id: eventId, studentId, kind: 'in', at: madeAt }
  const entries = [{ id: eventId, sessionId: id, meetingId: meeting?.id, madeAt, entry: { act: 'event', event } }]
  return { by, id, meetingId: meeting?.id ?? '', studentId, makerId, entries, madeAt }
}

/** Creates a release that a device without a connection recorded, and that is flagged. */
async function makeFlagged(world: Pick<World, 'platform' | 'organization'>) {
  const { by, id, studentId, event } = await makeDoor(world)
  const body = event({ kind: 'out', by: { kind: 'alone' }, isFact: true })
  const [{ id: eventId }] = await create<[{ id: string }]>(by, `/api/sessions/${id}/door/events`, body)
  return { by, studentId, eventId }
}

const prepareReading = async (world: World): Promise<Call> => {
  const { by, id } = await makeDoor(world)
  return { by, params: [id] }
}

/** A call of each endpoint of the door that changes data or takes an id. */
export const doorCalls: Calls = {
  'GET /api/sessions/{id}/door': prepareReading,
  'GET /api/sessions/{id}/door/log': prepareReading,
  'GET /api/sessions/{id}/door/children/{studentId}/calls': async (world) => {
    const { by, id, studentId } = await makeDoor(world)
    return { by, params: [id, studentId] }
  },
  'GET /api/sessions/{id}/door/sign-in-sheet': prepareReading,
  'GET /api/sessions/{id}/door/badges': prepareReading,
  'GET /api/students/{id}/door-log': async (world) => {
    const { studentId } = await makeDoor(world)
    const by = await world.organization.signIn('parent')
    await buildGuardian(world.platform, world.organization, { studentId, userId: by.user?.id ?? '' })
    return { by, params: [studentId] }
  },
  'GET /api/sessions/{id}/door/emergency-sheet': prepareReading,
  'POST /api/sessions/{id}/door/events': async (world) => {
    const { by, id, studentId, event } = await makeDoor(world)
    const { platform, organization } = world
    const { id: userId } = await organization.user('parent', { firstName: 'Ken', lastName: 'Ortiz' })
    await buildGuardian(platform, organization, { studentId, userId, mayCollect: false })
    const body = event({ kind: 'out', by: { kind: 'other', name: 'Ken Ortiz' } })
    return { by, params: [id], body, resource: 'student', resourceId: studentId }
  },
  'POST /api/sessions/{id}/door/slips': async (world) => {
    const { by, id, studentId } = await makeDoor(world)
    const { id: userId } = await world.organization.user('parent')
    const { id: personId } = await buildGuardian(world.platform, world.organization, { studentId, userId })
    return { by, params: [id], body: { studentId, personId }, resource: 'pickup-code' }
  },
  'POST /api/sessions/{id}/door/undo': async (world) => {
    const { by, id, event } = await makeDoor(world)
    const [{ id: eventId }] = await create<[{ id: string }]>(
      by,
      `/api/sessions/${id}/door/events`,
      event({ kind: 'in' }),
    )
    return { by, params: [id], body: { id: randomUUID(), eventId, reason: randomText() } }
  },
  'POST /api/sessions/{id}/door/cover': async (world) => {
    const { id } = await makeDoor(world)
    const by = await world.organization.signIn('instructor')
    return { by, params: [id], resource: 'session', resourceId: id }
  },
  'POST /api/sessions/{id}/door/calls': async (world) => {
    const { by, id, studentId } = await makeDoor(world)
    return { by, params: [id], body: { id: randomUUID(), studentId, calledName: randomText(), outcome: 'reached' } }
  },
  'POST /api/sessions/{id}/head-counts': async (world) => {
    const { by, id } = await makeDoor(world)
    return { by, params: [id], body: { id: randomUUID(), counted: 3 } }
  },
  'GET /api/sessions/{id}/roll-calls': prepareReading,
  'POST /api/sessions/{id}/roll-calls': async (world) => {
    const { by, id } = await makeDoor(world)
    return { by, params: [id], body: newRollCall(), resource: 'session', resourceId: id }
  },
  'GET /api/roll-calls/{id}': async (world) => {
    const { by, rollCallId } = await makeRollCall(world)
    return { by, params: [rollCallId] }
  },
  'POST /api/roll-calls/{id}/marks': async (world) => {
    const { by, rollCallId, studentId } = await makeRollCall(world)
    const marks = [{ id: randomUUID(), studentId, point: 'start', isSafe: true }]
    return { by, params: [rollCallId], body: { marks } }
  },
  'POST /api/roll-calls/{id}/contact-views': async (world) => {
    const { by, rollCallId, studentId } = await makeRollCall(world)
    return { by, params: [rollCallId], body: { id: randomUUID(), studentId } }
  },
  'POST /api/held-door-entries': async (world) => {
    const { by, makerId, entries } = await makeLeftEntries(world)
    return { by, body: { makerId, entries }, resource: 'user', resourceId: makerId }
  },
  'POST /api/held-door-entries/{id}/decision': async (world) => {
    const { by, makerId, entries, id } = await makeLeftEntries(world)
    await by.post('/api/held-door-entries', { makerId, entries })
    const params = [entries[0]?.id ?? '']
    return { by, params, body: { decision: 'discarded' }, resource: 'session', resourceId: id }
  },
  'POST /api/door/flagged-events/{id}/check': async (world) => {
    const { by, studentId, eventId } = await makeFlagged(world)
    return { by, params: [eventId], body: { note: randomText() }, resource: 'student', resourceId: studentId }
  },
  'PUT /api/door/settings': async ({ organization }) => ({
    by: await organization.signIn('tenant_admin'),
    body: { graceMinutes: 7 },
    resource: 'tenant',
    resourceId: organization.id,
  }),
}
