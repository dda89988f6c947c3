import { create, randomText, type Calls, type World } from '#core/testing/calls.ts'
import { buildStudent } from './factories.ts'

async function onStudent({ organization }: World) {
  const by = await organization.signIn('tenant_admin')
  const lastName = randomText()
  const { id } = await create<{ id: string }>(by, '/api/students', { firstName: 'Mia', lastName })
  return { by, id, name: `Mia ${lastName}` }
}

/** Calls that erase people. */
export const erasureCalls: Calls = {
  'GET /api/erasures/outlook/{id}': async (world) => {
    const { by, id } = await onStudent(world)
    return { by, params: [id] }
  },
  'GET /api/erasures/places/{id}': async (world) => {
    const { by, id } = await onStudent(world)
    return { by, params: [id] }
  },
  'POST /api/erasures': async (world) => {
    const { by, id, name } = await onStudent(world)
    return { by, body: { kind: 'student', id, confirmation: name }, resource: 'student', resourceId: id }
  },
  'PUT /api/retention': async ({ organization }) => ({
    by: await organization.signIn('tenant_admin'),
    body: { healthMonths: 48 },
    resource: 'tenant',
    resourceId: organization.id,
  }),
  'POST /api/retention/holds': async (world) => {
    const { by, id } = await onStudent(world)
    return { by, body: { studentId: id, reason: randomText() }, resource: 'student', resourceId: id }
  },
  'DELETE /api/retention/holds/{id}': async (world) => {
    const { by, id } = await onStudent(world)
    const hold = await create<{ id: string }>(by, '/api/retention/holds', { studentId: id, reason: randomText() })
    return { by, params: [hold.id], resource: 'student', resourceId: id }
  },
  'POST /api/erasure-requests': async ({ platform, organization }) => {
    const by = await organization.signIn('parent')
    const { id } = await buildStudent(platform, organization, { guardians: [by.user?.id ?? ''] })
    return { by, body: { studentId: id, words: randomText() }, resource: 'student', resourceId: id }
  },
  'POST /api/erasure-requests/{id}/decline': async ({ organization }) => {
    const asking = await organization.signIn('instructor')
    const { id } = await create<{ id: string }>(asking, '/api/erasure-requests', {})
    const by = await organization.signIn('tenant_admin')
    return { by, params: [id], body: { answer: randomText() }, resource: 'user', resourceId: asking.user?.id ?? '' }
  },
}
