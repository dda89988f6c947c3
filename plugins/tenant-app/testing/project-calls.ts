import { create, randomText, type Calls, type World } from '#core/testing/calls.ts'
import type { Client } from '#core/testing/harness.ts'

async function addProject({ organization }: World): Promise<{ by: Client; id: string }> {
  const by = await organization.signIn('tenant_admin')
  return { by, id: (await create<{ id: string }>(by, '/api/projects', { title: randomText() })).id }
}

export const projectCalls: Calls = {
  'POST /api/projects': async ({ organization }) => ({
    by: await organization.signIn('tenant_admin'),
    body: { title: randomText() },
    resource: 'project',
  }),
  'GET /api/projects/{id}': async (world) => {
    const { by, id } = await addProject(world)
    return { by, params: [id] }
  },
  'PUT /api/projects/{id}': async (world) => {
    const { by, id } = await addProject(world)
    return { by, params: [id], body: { title: randomText() }, resource: 'project', resourceId: id }
  },
  'PUT /api/projects/{id}/adoption': async (world) => {
    const { by, id } = await addProject(world)
    return { by, params: [id], body: { status: 'active' }, resource: 'project', resourceId: id }
  },
}
