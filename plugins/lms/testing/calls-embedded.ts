import { systemActor } from '#core/server/identity/actor.ts'
import { made, type Call, type Calls, type World } from '#core/testing/calls.ts'

const ORIGIN = 'https://learn.example'
const site = { baseUrl: ORIGIN, apiKey: 'key-of-a-test', apiSecret: 'secret-of-a-test' }

/** Runs that others have begun are over: one is under way at a time. */
async function free({ platform: { core } }: World): Promise<void> {
  await core.db.platform(systemActor, ({ trx }) =>
    trx('lms_embedded_runs').whereNull('finished_at').update({ status: 'failed', finishedAt: core.clock.now() }),
  )
}

const begin = async (world: World): Promise<Call> => {
  await free(world)
  return { by: world.admin, body: {}, resource: 'embedded_lms_run' }
}

/** A call of each endpoint of the embedded LMS that changes something. */
export const embeddedCalls: Calls = {
  'PUT /api/frappe-lms/config': async ({ admin }) => ({ by: admin, body: site, resource: 'embedded_lms' }),
  'DELETE /api/frappe-lms/config': async ({ admin }) => {
    await admin.put('/api/frappe-lms/config', site)
    return { by: admin, resource: 'embedded_lms' }
  },
  // Nobody allows the address of this machine here: it is refused, and said so.
  'POST /api/frappe-lms/test': async ({ admin }) => ({
    by: admin,
    body: { ...site, baseUrl: 'http://127.0.0.1:1' },
    resource: 'embedded_lms',
  }),
  'POST /api/frappe-lms/migrate/training-modules': begin,
  'POST /api/frappe-lms/sync/users': begin,
  'POST /api/frappe-lms/runs/{id}/items/{position}/retry': async (world) => {
    await free(world)
    const { admin, organization } = world
    const { run } = await made<{ run: { id: string } }>(admin, '/api/frappe-lms/sync/users')
    const { id: userId } = await organization.user('instructor')
    await world.platform.core.db.platform(systemActor, ({ trx }) =>
      trx('lms_embedded_items').insert({ runId: run.id, position: 1, userId, outcome: 'failed' }),
    )
    await free(world)
    return { by: admin, params: [run.id, '1'], resource: 'embedded_lms_run', resourceId: run.id }
  },
}
