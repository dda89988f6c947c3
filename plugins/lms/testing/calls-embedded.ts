import type { Call, Calls, World } from '#core/testing/calls.ts'
import { beginFailing, endRuns } from '../embedded/testing/running.ts'

const ORIGIN = 'https://learn.example'
const site = { baseUrl: ORIGIN, apiKey: 'key-of-a-test', apiSecret: 'secret-of-a-test' }

const begin = async (world: World): Promise<Call> => {
  await endRuns(world.platform)
  return { by: world.admin, body: {}, resource: 'embedded_lms_run' }
}

/** Calls of each endpoint of the embedded LMS that changes data. */
export const embeddedCalls: Calls = {
  'PUT /api/frappe-lms/config': async ({ admin }) => ({ by: admin, body: site, resource: 'embedded_lms' }),
  'DELETE /api/frappe-lms/config': async ({ admin }) => {
    await admin.put('/api/frappe-lms/config', site)
    return { by: admin, resource: 'embedded_lms' }
  },
  // Tests allow no local addresses: the endpoint refuses it with a message.
  'POST /api/frappe-lms/test': async ({ admin }) => ({
    by: admin,
    body: { ...site, baseUrl: 'http://127.0.0.1:1' },
    resource: 'embedded_lms',
  }),
  'POST /api/frappe-lms/migrate/training-modules': begin,
  'POST /api/frappe-lms/sync/users': begin,
  'POST /api/frappe-lms/runs/{id}/stop': async (world) => {
    const run = await beginFailing(world)
    return { by: world.admin, params: [run.id], resource: 'embedded_lms_run', resourceId: run.id }
  },
  'POST /api/frappe-lms/runs/{id}/items/{position}/retry': async (world) => {
    const run = await beginFailing(world)
    await endRuns(world.platform)
    return { by: world.admin, params: [run.id, '1'], resource: 'embedded_lms_run', resourceId: run.id }
  },
}
