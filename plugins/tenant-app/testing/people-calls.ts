import { address, made, some, type Calls, type World } from '#core/testing/calls.ts'

async function onPerson({ organization }: World, given: { password?: null } = {}) {
  const { id } = await organization.user('instructor', given)
  return { by: await organization.signIn('tenant_admin'), params: [id], resource: 'user', resourceId: id }
}

/** Of the people of an organization and their accounts. */
export const peopleCalls: Calls = {
  'POST /api/people': async ({ organization }) => ({
    by: await organization.signIn('tenant_admin'),
    body: { role: 'instructor', email: address(), firstName: some(), lastName: 'Novak' },
    resource: 'user',
  }),
  'PUT /api/people/{id}': async (world) => ({ ...(await onPerson(world)), body: { firstName: some() } }),
  'POST /api/people/{id}/invitation': async (world) => onPerson(world, { password: null }),
  'DELETE /api/people/{id}/invitation': async (world) => {
    const call = await onPerson(world, { password: null })
    await made(call.by, `/api/people/${call.resourceId}/invitation`)
    return { ...call, action: 'user.removed' }
  },
  'POST /api/people/{id}/reset-password': async (world) => onPerson(world),
}
