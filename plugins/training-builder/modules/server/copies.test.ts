import { expect } from 'vitest'
import { pluginTest, type Client } from '#core/testing/harness.ts'
import { tenantApp } from '#plugins/tenant-app/plugin.ts'
import { trainingBuilder } from '../../plugin.ts'
import type { ProjectModules, TrainingModule } from '../contract.ts'
import type { CatalogChanges } from '../copy-contract.ts'

const test = pluginTest([tenantApp, trainingBuilder])

const save = async (client: Client, projectId: string, modules: object[]): Promise<TrainingModule[]> => {
  const { status, body } = await client.put(`/api/projects/${projectId}/training-modules`, { modules })
  expect(status).toBe(200)
  return (body as ProjectModules).modules
}

const toWords = (modules: readonly TrainingModule[]) =>
  modules.map(({ title, description }) => `${title}: ${description}`)

test('changes of the catalog are compared with the copy, and each module is taken or kept once', async ({
  platform,
}) => {
  const [root, organization] = [await platform.superAdmin(), await platform.organization()]
  const admin = await organization.signIn('tenant_admin')
  const { body: project } = await root.post('/api/projects', { title: 'Bridges' })
  const { id } = project as { id: string }
  const path = `/api/projects/${id}/training-catalog-changes`
  const changes = async () => (await admin.get(path)).body as CatalogChanges
  const titles = ['Taken', 'Kept', 'Gone', 'Gone but kept', 'Declined here', 'As it was']
  const begun = await save(
    root,
    id,
    titles.map((title) => ({ title, description: 'First' })),
  )
  expect(await changes()).toMatchObject({ version: 1, catalogVersion: 1, changes: [] })
  const copy = await save(
    admin,
    id,
    begun.flatMap((module) =>
      module.title === 'Declined here' ? [] : [module.title === 'Kept' ? { ...module, description: 'Ours' } : module],
    ),
  )
  expect((await changes()).changes).toEqual([])

  await save(root, id, [
    ...begun.flatMap((module) =>
      module.title.startsWith('Gone')
        ? []
        : [module.title === 'As it was' ? module : { ...module, description: 'Second' }],
    ),
    { title: 'New', description: 'First' },
    { title: 'New, and not wanted', description: 'First' },
  ])
  const found = await changes()
  expect(found.changes.map(({ kind, title }) => `${kind}: ${title}`)).toEqual([
    'changed: Taken',
    'changed: Kept',
    'added: New',
    'added: New, and not wanted',
    'removed: Gone',
    'removed: Gone but kept',
  ])
  expect(found.changes[1]).toMatchObject({ own: { description: 'Ours' }, catalog: { description: 'Second' } })

  const keeping = new Set(['Kept', 'New, and not wanted', 'Gone but kept'])
  const body = {
    version: found.version,
    catalogVersion: found.catalogVersion,
    decisions: found.changes.map(({ catalogId, title }) => ({
      catalogId,
      choice: keeping.has(title) ? 'keep' : 'take',
    })),
  }
  expect(await admin.put(path, { ...body, catalogVersion: 1 })).toMatchObject({
    status: 409,
    body: { code: 'outdated', details: { catalogVersion: 2 } },
  })
  const answers = await Promise.all([admin.put(path, body), admin.put(path, body)])
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  const { body: modules } = await admin.get(`/api/projects/${id}/training-modules`)
  expect(toWords(modules as TrainingModule[])).toEqual([
    'Taken: Second',
    'Kept: Ours',
    'Gone but kept: First',
    'As it was: First',
    'New: First',
  ])
  expect((modules as TrainingModule[])[0]?.id).toBe(copy[0]?.id)
  // Neither taken nor declined changes are listed again.
  expect(await changes()).toMatchObject({ version: found.version + 1, changes: [] })
})
