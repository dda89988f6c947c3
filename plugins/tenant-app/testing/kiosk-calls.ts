import { randomUUID } from 'node:crypto'
import { systemActor } from '#core/server/identity/actor.ts'
import { create, randomText, type Calls, type World } from '#core/testing/calls.ts'
import { makeDoor } from './door-calls.ts'
import { buildGuardian } from './factories.ts'
import { pairTablet } from './kiosk.ts'

/** Creates a guardian with a child at a door of today. */
async function makeGuardian(world: World) {
  const { id, studentId } = await makeDoor(world)
  const by = await world.organization.signIn('parent')
  await buildGuardian(world.platform, world.organization, { studentId, userId: by.user?.id ?? '' })
  return { by, sessionId: id, studentId }
}

const addDevice = async ({ organization }: World) => {
  const by = await organization.signIn('tenant_admin')
  const made = await create<{ id: string; setupCode: string }>(by, '/api/devices', { name: randomText() })
  return { by, ...made }
}

/** A call of each endpoint of kiosks and their codes that changes data or takes an id. */
export const kioskCalls: Calls = {
  'POST /api/pickup-codes': async (world) => {
    const { by, studentId } = await makeGuardian(world)
    const rosa = { name: randomText(), phone: '1' }
    const { id: collectorId } = await create<{ id: string }>(by, `/api/students/${studentId}/collectors`, rosa)
    return { by, body: { kind: 'pin', collectorId }, resource: 'pickup-code' }
  },
  'DELETE /api/pickup-codes/{id}': async (world) => {
    const { by } = await makeGuardian(world)
    const { id } = await create<{ id: string }>(by, '/api/pickup-codes', { kind: 'card' })
    return { by, params: [id], resource: 'pickup-code', resourceId: id }
  },
  'POST /api/devices': async ({ organization }) => ({
    by: await organization.signIn('tenant_admin'),
    body: { name: randomText() },
    resource: 'device',
  }),
  'DELETE /api/devices/{id}': async (world) => {
    const { by, id } = await addDevice(world)
    return { by, params: [id], resource: 'device', resourceId: id }
  },
  'POST /api/devices/{id}/unlock': async (world) => {
    const { by, id } = await addDevice(world)
    await world.platform.core.db.tenant(world.organization.id, systemActor, ({ trx }) =>
      trx('devices').where({ id }).update({ lockedAt: world.platform.clock.now() }),
    )
    return { by, params: [id], resource: 'device', resourceId: id }
  },
  'POST /api/kiosk/pair': async (world) => {
    const { id, setupCode } = await addDevice(world)
    const by = world.organization.client()
    return { by, body: { code: setupCode }, resource: 'device', resourceId: id, userId: null }
  },
  'POST /api/kiosk/visits': async (world) => ({ by: (await pairTablet(world)).tablet, body: { code: '000000' } }),
  'POST /api/kiosk/acts': async (world) => {
    const acts = [{ id: randomUUID(), studentId: randomUUID(), meetingId: randomUUID(), kind: 'in' }]
    return { by: (await pairTablet(world)).tablet, body: { code: '000000', acts } }
  },
  'POST /api/kiosk/leave': async (world) => {
    const { tablet, id } = await pairTablet(world)
    const staff = await world.organization.signIn('instructor')
    // The browser has both cookies.
    staff.cookie = `${staff.cookie}; ${tablet.cookie}`
    return { by: staff, resource: 'device', resourceId: id }
  },
}
