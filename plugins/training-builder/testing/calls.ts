import { made, some, type Call, type Calls, type World } from '#core/testing/calls.ts'

const aModule = () => ({ title: some(), description: 'How to run it' })

/** A project of the organization with a module. */
async function written({ organization }: World): Promise<Pick<Call, 'by' | 'params' | 'resource' | 'resourceId'>> {
  const by = await organization.signIn('tenant_admin')
  const { id } = await made<{ id: string }>(by, '/api/projects', { title: some() })
  await by.put(`/api/projects/${id}/training-modules`, { modules: [aModule()] })
  return { by, params: [id], resource: 'project', resourceId: id }
}

/** A copy of the catalog's modules that the catalog has changed since. */
async function outrun({ admin, organization }: World): Promise<Call> {
  const by = await organization.signIn('tenant_admin')
  const { id } = await made<{ id: string }>(admin, '/api/projects', { title: some() })
  const path = `/api/projects/${id}/training-modules`
  await admin.put(path, { modules: [aModule()] })
  await by.put(path, { modules: [aModule()] })
  await admin.put(path, { modules: [aModule()] })
  const { body } = await by.get(`/api/projects/${id}/training-catalog-changes`)
  const { version, catalogVersion, changes } = body as { version: number; catalogVersion: number; changes: Change[] }
  return {
    by,
    params: [id],
    body: { version, catalogVersion, decisions: changes.map(({ catalogId }) => ({ catalogId, choice: 'take' })) },
    resource: 'project',
    resourceId: id,
  }
}

interface Change {
  catalogId: string
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
  'GET /api/projects/{projectId}/training-catalog-changes': written,
  'PUT /api/projects/{projectId}/training-catalog-changes': outrun,
}
