import { made, some, type Call, type Calls, type World } from '#core/testing/calls.ts'
import type { Client } from '#core/testing/harness.ts'
import { buildStudent } from './factories.ts'

async function added({ organization }: World): Promise<{ by: Client; id: string }> {
  const by = await organization.signIn('tenant_admin')
  return { by, id: (await made<{ id: string }>(by, '/api/challenges', { title: some() })).id }
}

const scoring = async (world: World): Promise<Call & { id: string; studentId: string }> => {
  const { by, id } = await added(world)
  const { id: studentId } = await buildStudent(world.platform, world.organization)
  return { by, id, studentId, params: [id, studentId], body: { score: 40, seen: null } }
}

const scored = async (world: World) => {
  const { by, id, studentId, params } = await scoring(world)
  await by.put(`/api/challenges/${id}/scores/${studentId}`, { score: 40, seen: null })
  return { by, params }
}

const judging = async (world: World) => {
  const { platform, organization } = world
  const by = await organization.signIn('tenant_admin')
  const judges = { judgeIds: [by.user?.id], criteria: [{ name: some(), weight: 1 }] }
  const { id } = await made<{ id: string }>(by, '/api/challenges', { title: some(), ...judges })
  return { by, params: [id, (await buildStudent(platform, organization)).id], resource: 'challenge', resourceId: id }
}

/** A call of each endpoint of challenges and scores that changes something or takes an id. */
export const challengeCalls: Calls = {
  'POST /api/challenges': async ({ platform, organization }) => {
    const by = await organization.signIn('tenant_admin')
    const start = platform.clock.now().getTime()
    const dates = { startDate: new Date(start).toISOString(), endDate: new Date(start + 3_600_000).toISOString() }
    const { id: sessionId } = await made<{ id: string }>(by, '/api/sessions', { name: some(), ...dates })
    return { by, body: { title: some(), sessionId }, resource: 'challenge' }
  },
  'GET /api/challenges/{id}': async (world) => {
    const { by, id } = await added(world)
    return { by, params: [id] }
  },
  'PUT /api/challenges/{id}': async (world) => {
    const { by, id } = await added(world)
    return { by, params: [id], body: { title: some() }, resource: 'challenge', resourceId: id }
  },
  'PUT /api/challenges/{id}/scores/{studentId}': async (world) => {
    const { by, id, params, body } = await scoring(world)
    return { by, params, body, resource: 'challenge', resourceId: id }
  },
  'GET /api/challenges/{id}/judging': async (world) => {
    const { by, id } = await added(world)
    return { by, params: [id] }
  },
  'GET /api/challenges/{id}/judging/{studentId}': async (world) => {
    const { by, params } = await judging(world)
    return { by, params }
  },
  'PUT /api/challenges/{id}/judging/{studentId}': async (world) => ({
    ...(await judging(world)),
    body: { points: [7], seen: null },
  }),
  'GET /api/challenges/{id}/scores/{studentId}/feedback': async (world) => {
    const { by, params } = await scored(world)
    return { by, params }
  },
  'PUT /api/challenges/{id}/scores/{studentId}/feedback': async (world) => {
    const { by, params } = await scored(world)
    const body = { feedback: some(), seen: '' }
    return { by, params, body, resource: 'challenge', ...(params?.[0] && { resourceId: params[0] }) }
  },
  'POST /api/scores': async (world) => {
    const { by, id, studentId } = await scoring(world)
    return {
      by,
      body: { cells: [{ challengeId: id, studentId, score: 40, seen: null }] },
      resource: 'challenge',
      resourceId: id,
    }
  },
}
