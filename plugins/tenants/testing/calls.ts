import type { Client } from '#core/testing/harness.ts'
import { addPasskey } from '#core/testing/second-factor.ts'
import { address, create, secret, randomText, type Call, type Calls, type World } from '#core/testing/calls.ts'

/** A call of each endpoint that changes something. */
export const calls: Calls = {
  'GET /api/tenants/export': async ({ admin }) => ({ by: admin, action: 'tenant.exported', resource: 'tenant' }),
  'GET /api/users/export': async ({ admin }) => ({ by: admin, action: 'user.exported', resource: 'user' }),
  'POST /api/tenants': async ({ admin }) => ({
    by: admin,
    body: { name: `School ${randomText()}`, adminEmail: address() },
    action: 'tenant.created',
    resource: 'tenant',
  }),
  'PUT /api/tenants/{id}': async (world) => tenantChange(world, { name: `School ${randomText()}` }),
  'POST /api/tenants/{id}/suspend': async (world) => tenantChange(world, { reason: 'Unpaid' }),
  'POST /api/tenants/{id}/resume': async (world) => {
    const change = await tenantChange(world)
    await create(world.admin, `/api/tenants/${change.resourceId}/suspend`, { reason: 'Unpaid' })
    return change
  },
  'POST /api/tenants/{id}/erasure': async (world) => {
    const { id, name } = world.organization
    await create(world.admin, `/api/tenants/${id}/suspend`, { reason: 'It has ended' })
    return { by: world.admin, params: [id], body: { name }, resource: 'tenant', resourceId: id }
  },
  'GET /api/tenant-erasures/{id}/invoices': async (world) => {
    const { id, name } = world.organization
    await create(world.admin, `/api/tenants/${id}/suspend`, { reason: 'It has ended' })
    const erasure = await create<{ id: string }>(world.admin, `/api/tenants/${id}/erasure`, { name })
    return { by: world.admin, params: [erasure.id], resource: 'tenant', resourceId: id }
  },
  'POST /api/admin/users': async ({ admin, organization }) => ({
    by: admin,
    body: {
      tenantId: organization.id,
      role: 'instructor',
      firstName: 'Grace',
      lastName: 'Hopper',
      email: address(),
      username: randomText(),
      password: secret(),
    },
    action: 'user.created',
    resource: 'user',
  }),
  'PUT /api/users/{id}': async (world) => userChange(world, { firstName: randomText() }),
  'POST /api/users/{id}/reset-password': async (world) => userChange(world),
  'POST /api/users/{id}/reset-second-factor': async (world) => {
    const owner = await world.organization.signIn('parent')
    await addPasskey(owner)
    return { ...onUser(world.admin, owner.user?.id ?? ''), body: { words: 'They wrote to support' } }
  },
  'POST /api/register': async ({ platform, admin }) => {
    await admin.put('/api/settings', { allowTenantSelfRegistration: true })
    const password = secret()
    const person = { firstName: 'Mina', lastName: 'Park', email: address(), password, confirmPassword: password }
    const body = { organizationName: `Garage ${randomText()}`, ...person }
    return { by: platform.client(), body, action: 'tenant.registered', resource: 'tenant' }
  },
}

async function tenantChange(world: World, body?: object): Promise<Call> {
  const { id } = await create<{ id: string }>(world.admin, '/api/tenants', {
    name: `School ${randomText()}`,
    adminEmail: address(),
  })
  return { by: world.admin, params: [id], ...(body ? { body } : {}), resource: 'tenant', resourceId: id }
}

async function userChange(world: World, body?: object): Promise<Call> {
  const { id } = await world.organization.user('instructor')
  return { ...onUser(world.admin, id), ...(body ? { body } : {}) }
}

const onUser = (by: Client, id: string): Call => ({ by, params: [id], resource: 'user', resourceId: id })
