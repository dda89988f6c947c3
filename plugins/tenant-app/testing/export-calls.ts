import { create, type Calls, type World } from '#core/testing/calls.ts'
import type { Client } from '#core/testing/harness.ts'
import { makeExport } from '../records/exports/server/make-export.ts'

async function beginExport({ organization }: World): Promise<{ by: Client; id: string }> {
  const by = await organization.signIn('tenant_admin')
  const { id } = await create<{ id: string }>(by, '/api/exports', {})
  return { by, id }
}

async function makeReadyExport(world: World): Promise<{ by: Client; id: string }> {
  const { by, id } = await beginExport(world)
  const tenantId = world.organization.id
  await makeExport.perform(world.platform.core, tenantId, { tenantId, exportId: id })
  return { by, id }
}

const resource = 'export'

export const exportCalls: Calls = {
  'POST /api/exports': async ({ organization }) => ({
    by: await organization.signIn('tenant_admin'),
    body: {},
    resource,
  }),
  'POST /api/exports/{id}/cancel': async (world) => {
    const { by, id } = await beginExport(world)
    return { by, params: [id], resource, resourceId: id }
  },
  'DELETE /api/exports/{id}': async (world) => {
    const { by, id } = await makeReadyExport(world)
    return { by, params: [id], resource, resourceId: id }
  },
  'POST /api/personal-exports': async (world) => {
    const by = await world.organization.signIn('tenant_admin')
    const { id } = await world.organization.user('instructor')
    return { by, body: { userId: id }, resource: 'user', resourceId: id }
  },
  'GET /api/personal-exports/{id}/download': async (world) => {
    const by = await world.organization.signIn('parent')
    const { id } = await create<{ id: string }>(by, '/api/personal-exports', {})
    const tenantId = world.organization.id
    await makeExport.perform(world.platform.core, tenantId, { tenantId, exportId: id })
    return { by, params: [id], resource: 'user', resourceId: by.user?.id ?? '' }
  },
  'GET /api/exports/{id}/download': async (world) => {
    const { by, id } = await makeReadyExport(world)
    return { by, params: [id], resource, resourceId: id }
  },
}
