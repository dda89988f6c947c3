import { setTimeout as pause } from 'node:timers/promises'
import { systemActor } from '#core/server/identity/actor.ts'
import type { TestPlatform } from '#core/testing/harness.ts'
import { create, type Call, type Calls, type World } from '#core/testing/calls.ts'

/** Milliseconds in which the call that is prepared begins something, or is refused. */
const SOON_MS = 3000

interface Made {
  id: string
  name: string
}

/** Does what is begun with backups, which takes a node that works on jobs. @returns whether there was something to do */
async function workOff({ core, platform }: TestPlatform): Promise<boolean> {
  const job = platform.parts.get('backup')?.jobs?.find(({ name }) => name === 'backup.operation')
  const waiting = await core.db.platform(systemActor, ({ trx }) =>
    trx('backup_operations').where({ status: 'waiting' }).pluck<string[]>('id'),
  )
  for (const operationId of waiting) await job?.perform(core, null, { operationId })
  return waiting.length > 0
}

let working = Promise.resolve()

/** Does, beside the call that follows, what that begins; nothing is under way when it returns. */
async function workBeside(platform: TestPlatform): Promise<void> {
  await working
  const until = Date.now() + SOON_MS
  const work = async () => {
    while (Date.now() < until && !(await workOff(platform))) await pause(50)
  }
  // The platform may be closed before that time is over.
  working = work().catch(() => undefined)
}

async function newBackup({ platform, admin }: World): Promise<Made> {
  await workBeside(platform)
  await create(admin, '/api/admin/backup/create')
  const { body } = await admin.get('/api/admin/backup/list')
  return (body as [Made])[0]
}

async function operation(world: World, of?: Made, body?: object): Promise<Call> {
  await workBeside(world.platform)
  return {
    by: world.admin,
    ...(of && { params: [of.id], resourceId: of.id }),
    ...(body && { body }),
    resource: 'backup',
    // Concurrent work runs beside exactly one call.
    keeps: [],
  }
}

const path = '/api/admin/backup/scheduler'
const schedule = (act: string): Pick<Call, 'action' | 'resource'> => ({
  action: `backup.schedule-${act}`,
  resource: 'backup_schedule',
})

/** A call of each endpoint that changes something or leaves a record. */
export const calls: Calls = {
  'GET /api/admin/backup/download/{id}': async (world) => {
    const { id } = await newBackup(world)
    return { by: world.admin, params: [id], resource: 'backup', resourceId: id }
  },
  'POST /api/admin/backup/create': (world) => operation(world),
  'POST /api/admin/backup/trigger': (world) => operation(world),
  'POST /api/admin/backup/verify/{id}': async (world) => operation(world, await newBackup(world)),
  'POST /api/admin/backup/restore/{id}': async (world) => {
    const backup = await newBackup(world)
    return operation(world, backup, { name: backup.name })
  },
  'DELETE /api/admin/backup/{id}': async (world) => {
    const { id } = await newBackup(world)
    await working
    return { by: world.admin, params: [id], action: 'backup.deleted', resource: 'backup', resourceId: id }
  },
  'POST /api/admin/backup/scheduler/start': async ({ admin }) => {
    await create(admin, `${path}/stop`)
    return { by: admin, ...schedule('started') }
  },
  'POST /api/admin/backup/scheduler/stop': async ({ admin }) => {
    await create(admin, `${path}/start`)
    return { by: admin, ...schedule('stopped') }
  },
  'PUT /api/admin/backup/scheduler': async ({ admin }) => ({
    by: admin,
    body: { time: '03:00', timeZone: 'Europe/Berlin', keepDaily: 7, keepWeekly: 4, keepMonthly: 6 },
    ...schedule('changed'),
  }),
}
