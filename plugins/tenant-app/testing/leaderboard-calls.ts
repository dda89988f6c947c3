import { create, randomText, type Calls, type World } from '#core/testing/calls.ts'
import { buildStudent } from './factories.ts'

async function makeChild({ platform, organization }: World) {
  const by = await organization.signIn('parent')
  const { id } = await buildStudent(platform, organization, { guardians: [by.user?.id ?? ''] })
  return { by, id }
}

/** A call of each endpoint of the leaderboard that changes data or takes an id. */
export const leaderboardCalls: Calls = {
  'PUT /api/leaderboard/settings': async ({ organization }) => ({
    by: await organization.signIn('tenant_admin'),
    body: { kind: 'teams', displayEntries: 7 },
    resource: 'tenant',
    resourceId: organization.id,
  }),
  'POST /api/leaderboard/displays': async ({ organization }) => ({
    by: await organization.signIn('tenant_admin'),
    body: { name: randomText() },
    resource: 'leaderboard-display',
  }),
  'DELETE /api/leaderboard/displays/{id}': async ({ organization }) => {
    const by = await organization.signIn('tenant_admin')
    const { id } = await create<{ id: string }>(by, '/api/leaderboard/displays', { name: randomText() })
    return { by, params: [id], resource: 'leaderboard-display', resourceId: id }
  },
  'GET /api/children/{id}/leaderboard': async (world) => {
    const { by, id } = await makeChild(world)
    return { by, params: [id] }
  },
  'PUT /api/children/{id}/leaderboard': async (world) => {
    const { by, id } = await makeChild(world)
    return { by, params: [id], body: { isOff: true }, resource: 'student', resourceId: id }
  },
}
