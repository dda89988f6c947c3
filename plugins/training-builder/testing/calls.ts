import { create, randomText, type Call, type Calls, type World } from '#core/testing/calls.ts'

const newModule = () => ({ title: randomText(), description: 'How to run it' })

/** Creates a project of the organization with a module. */
async function createModules({
  organization,
}: World): Promise<Pick<Call, 'by' | 'params' | 'resource' | 'resourceId'>> {
  const by = await organization.signIn('tenant_admin')
  const { id } = await create<{ id: string }>(by, '/api/projects', { title: randomText() })
  await by.put(`/api/projects/${id}/training-modules`, { modules: [newModule()] })
  return { by, params: [id], resource: 'project', resourceId: id }
}

/** Creates a copy of the catalog's modules that the catalog has changed since. */
async function createOutrunDraft({ admin, organization }: World): Promise<Call> {
  const by = await organization.signIn('tenant_admin')
  const { id } = await create<{ id: string }>(admin, '/api/projects', { title: randomText() })
  const path = `/api/projects/${id}/training-modules`
  await admin.put(path, { modules: [newModule()] })
  await by.put(path, { modules: [newModule()] })
  await admin.put(path, { modules: [newModule()] })
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

/** Calls of each endpoint that changes data or takes an id. */
export const calls: Calls = {
  'GET /api/projects/{projectId}/training-modules': createModules,
  'PUT /api/projects/{projectId}/training-modules': async (world) => ({
    ...(await createModules(world)),
    body: { modules: [newModule()] },
  }),
  'GET /api/projects/{projectId}/training-builder': createModules,
  'GET /api/projects/{projectId}/deleted-training-modules': createModules,
  'PUT /api/projects/{projectId}/training-draft': async (world) => ({
    ...(await createModules(world)),
    body: { modules: [newModule()], baseVersion: 1 },
  }),
  'DELETE /api/projects/{projectId}/training-draft': createModules,
  'GET /api/projects/{projectId}/training-catalog-changes': createModules,
  'PUT /api/projects/{projectId}/training-catalog-changes': createOutrunDraft,
}
