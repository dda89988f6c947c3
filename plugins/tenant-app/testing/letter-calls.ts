import { address, create, randomText, type Calls, type World } from '#core/testing/calls.ts'
import { emailedToken, printLetter } from './letters.ts'

const CODE = 'BCDFGHJKMN'

async function onStudent({ organization }: World) {
  const by = await organization.signIn('tenant_admin')
  const { id } = await create<{ id: string }>(by, '/api/students', { firstName: randomText(), lastName: randomText() })
  return { by, params: [id], resource: 'student', resourceId: id }
}

async function withLetter(world: World) {
  const call = await onStudent(world)
  await printLetter(world.platform, call.by, {
    tenantId: world.organization.id,
    studentId: call.resourceId,
    code: CODE,
  })
  return call
}

async function withRequest(world: World) {
  const { by } = await withLetter(world)
  const body = { code: CODE, firstName: 'Rosa', lastName: 'Lee', email: address(), relationship: 'Aunt' }
  await create(world.organization.client(), '/api/join', body)
  return { by, token: await emailedToken(world.platform, body.email) }
}

async function onRequest(world: World) {
  const { by, token } = await withRequest(world)
  await create(world.organization.client(), '/api/join/confirmation', { token })
  const [{ id }] = (await by.get('/api/join-requests')).body as [{ id: string }]
  return { by, params: [id], resource: 'join-request', resourceId: id }
}

/** Calls of invitation letters. */
export const letterCalls: Calls = {
  'POST /api/invitation-letters': async (world) => {
    const { by, resource, resourceId } = await onStudent(world)
    return { by, body: { studentIds: [resourceId] }, resource, resourceId }
  },
  'GET /api/students/{id}/invitation-letter': async (world) => onStudent(world),
  'DELETE /api/students/{id}/invitation-letter': async (world) => withLetter(world),
  'POST /api/join-requests/{id}/approval': async (world) => ({
    ...(await onRequest(world)),
    body: {},
    action: 'join-request.approved',
  }),
  'POST /api/join-requests/{id}/refusal': async (world) => ({ ...(await onRequest(world)), body: {} }),
  'POST /api/join': async (world) => {
    await withLetter(world)
    const body = { code: CODE, firstName: 'Rosa', lastName: 'Lee', email: address(), relationship: 'Aunt' }
    // The try stays counted where the request fails.
    const keeps = ['letter_tries']
    return { by: world.organization.client(), body, resource: 'join-request', userId: null, keeps }
  },
  'POST /api/join/confirmation': async (world) => {
    const { token } = await withRequest(world)
    return { by: world.organization.client(), body: { token }, resource: 'join-request', userId: null }
  },
}
