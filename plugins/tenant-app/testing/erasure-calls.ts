import { made, some, type Calls, type World } from '#core/testing/calls.ts'

async function onStudent({ organization }: World) {
  const by = await organization.signIn('tenant_admin')
  const lastName = some()
  const { id } = await made<{ id: string }>(by, '/api/students', { firstName: 'Mia', lastName })
  return { by, id, name: `Mia ${lastName}` }
}

/** Of erasing people. */
export const erasureCalls: Calls = {
  'GET /api/erasures/outlook/{id}': async (world) => {
    const { by, id } = await onStudent(world)
    return { by, params: [id] }
  },
  'POST /api/erasures': async (world) => {
    const { by, id, name } = await onStudent(world)
    return { by, body: { kind: 'student', id, confirmation: name }, resource: 'student', resourceId: id }
  },
}
