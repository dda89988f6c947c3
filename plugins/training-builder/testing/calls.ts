import { made, some, type Call, type Calls, type World } from '#core/testing/calls.ts'

const aModule = () => ({ title: some(), description: 'How to run it' })

/** A project of the organization with a module. */
async function written({ organization }: World): Promise<Pick<Call, 'by' | 'params' | 'resource' | 'resourceId'>> {
  const by = await organization.signIn('tenant_admin')
  const { id } = await made<{ id: string }>(by, '/api/projects', { title: some() })
  await by.put(`/api/projects/${id}/training-modules`, { modules: [aModule()] })
  return { by, params: [id], resource: 'project', resourceId: id }
}

/** A call of each endpoint that changes something or takes an id. */
export const calls: Calls = {
  'GET /api/projects/{projectId}/training-modules': written,
  'PUT /api/projects/{projectId}/training-modules': async (world) => ({
    ...(await written(world)),
    body: { modules: [aModule()] },
  }),
  'GET /api/projects/{projectId}/training-builder': written,
  'GET /api/projects/{projectId}/deleted-training-modules': written,
  'PUT /api/projects/{projectId}/training-draft': async (world) => ({
    ...(await written(world)),
    body: { modules: [aModule()], baseVersion: 1 },
  }),
  'DELETE /api/projects/{projectId}/training-draft': written,
}
