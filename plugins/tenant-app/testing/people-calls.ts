import { systemActor } from '#core/server/identity/actor.ts'
import { address, changeRow, create, randomText, type Calls, type World } from '#core/testing/calls.ts'
import { buildStudent } from './factories.ts'

async function onPerson({ organization }: World, given: { password?: null } = {}) {
  const { id } = await organization.user('instructor', given)
  return { by: await organization.signIn('tenant_admin'), params: [id], resource: 'user', resourceId: id }
}

async function onStudent({ organization }: World) {
  const by = await organization.signIn('tenant_admin')
  const student = { firstName: randomText(), lastName: randomText(), dateOfBirth: '2001-05-06' }
  const { id } = await create<{ id: string }>(by, '/api/students', student)
  return { by, params: [id], resource: 'student', resourceId: id }
}

/** Calls about the people of an organization and their accounts. */
export const peopleCalls: Calls = {
  'POST /api/people': async ({ organization }) => ({
    by: await organization.signIn('tenant_admin'),
    body: { role: 'instructor', email: address(), firstName: randomText(), lastName: 'Novak' },
    resource: 'user',
  }),
  'PUT /api/people/{id}': async (world) => ({ ...(await onPerson(world)), body: { firstName: randomText() } }),
  'POST /api/people/{id}/invitation': async (world) => onPerson(world, { password: null }),
  'POST /api/people/{id}/email-retry': async (world) => {
    const call = await onPerson(world)
    await world.platform.core.db.platform(systemActor, async ({ trx }) => {
      const { email } = await trx('users').where({ id: call.resourceId }).first<{ email: string }>('email')
      const bounced = { class: 'essential', reason: 'bounced', createdAt: world.platform.clock.now() }
      await trx('mail_suppressions').insert({ tenantId: world.organization.id, address: email, ...bounced })
    })
    return call
  },
  'POST /api/guardian-invitations': async (world) => {
    const { organization } = world
    const by = await organization.signIn('tenant_admin')
    const { id: userId } = await organization.user('parent', { password: null })
    await buildStudent(world.platform, organization, { guardians: [userId] })
    return { by, body: { userIds: [userId] }, resource: 'user', resourceId: userId }
  },
  'DELETE /api/people/{id}/invitation': async (world) => {
    const call = await onPerson(world, { password: null })
    await create(call.by, `/api/people/${call.resourceId}/invitation`)
    return { ...call, action: 'user.removed' }
  },
  'GET /api/students/{id}/account': async (world) => onStudent(world),
  'POST /api/students/{id}/account': async (world) => ({ ...(await onStudent(world)), body: { by: 'password' } }),
  'POST /api/students/{id}/account/invitation': async (world) => {
    const call = await onStudent(world)
    const { person } = await create<{ person: { id: string } }>(call.by, `/api/students/${call.resourceId}/account`, {
      by: 'invitation',
      email: address(),
    })
    world.platform.clock.forward(61_000)
    return { ...call, resource: 'user', resourceId: person.id }
  },
  'PUT /api/name-requests/{id}': async (world) => {
    const call = await onPerson(world)
    const [firstName, lastName] = [randomText(), randomText()]
    const requested = { requestedFirstName: firstName, requestedLastName: lastName, nameRequestedAt: new Date() }
    await changeRow(world.platform, 'users', { id: call.resourceId }, requested)
    return { ...call, body: { firstName, lastName, isApproved: true } }
  },
  'POST /api/people/{id}/reset-password': async (world) => onPerson(world),
}
