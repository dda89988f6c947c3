import { create, randomText, type Calls, type World } from '#core/testing/calls.ts'
import type { Client } from '#core/testing/harness.ts'

/** Returns a student without duplicates. */
const newStudent = () => ({ firstName: randomText(), lastName: randomText(), dateOfBirth: '2016-05-06' })

async function enrollStudent({ organization }: World): Promise<{ by: Client; id: string }> {
  const by = await organization.signIn('tenant_admin')
  return { by, id: (await create<{ id: string }>(by, '/api/students', newStudent())).id }
}

export const studentCalls: Calls = {
  'POST /api/students': async ({ organization }) => ({
    by: await organization.signIn('tenant_admin'),
    body: { ...newStudent(), parentUserId: (await organization.user('parent')).id },
    resource: 'student',
  }),
  'GET /api/students/{id}': async (world) => {
    const { by, id } = await enrollStudent(world)
    return { by, params: [id] }
  },
  ...Object.fromEntries(
    ['progress', 'attendance', 'scores', 'points', 'history'].map((part) => [
      `GET /api/students/{id}/${part}`,
      async (world: World) => {
        const { by, id } = await enrollStudent(world)
        return { by, params: [id] }
      },
    ]),
  ),
  'PUT /api/students/{id}': async (world) => {
    const { by, id } = await enrollStudent(world)
    return { by, params: [id], body: { grade: randomText() }, resource: 'student', resourceId: id }
  },
}
