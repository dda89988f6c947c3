import { create, randomText, type Call, type Calls, type World } from '#core/testing/calls.ts'
import type { Client } from '#core/testing/harness.ts'
import { buildStudent } from './factories.ts'

async function addChallenge({ organization }: World): Promise<{ by: Client; id: string }> {
  const by = await organization.signIn('tenant_admin')
  return { by, id: (await create<{ id: string }>(by, '/api/challenges', { title: randomText() })).id }
}

const prepareScoring = async (world: World): Promise<Call & { id: string; studentId: string }> => {
  const { by, id } = await addChallenge(world)
  const { id: studentId } = await buildStudent(world.platform, world.organization)
  return { by, id, studentId, params: [id, studentId], body: { score: 40, seen: null } }
}

const prepareScored = async (world: World) => {
  const { by, id, studentId, params } = await prepareScoring(world)
  await by.put(`/api/challenges/${id}/scores/${studentId}`, { score: 40, seen: null })
  return { by, params }
}

const prepareJudging = async (world: World) => {
  const { platform, organization } = world
  const by = await organization.signIn('tenant_admin')
  const judges = { judgeIds: [by.user?.id], criteria: [{ name: randomText(), weight: 1 }] }
  const { id } = await create<{ id: string }>(by, '/api/challenges', { title: randomText(), ...judges })
  return { by, params: [id, (await buildStudent(platform, organization)).id], resource: 'challenge', resourceId: id }
}

/** A call of each endpoint of challenges and scores that changes data or takes an id. */
export const challengeCalls: Calls = {
  'POST /api/challenges': async ({ platform, organization }) => {
    const by = await organization.signIn('tenant_admin')
    const start = platform.clock.now().getTime()
    const dates = { startDate: new Date(start).toISOString(), endDate: new Date(start + 3_600_000).toISOString() }
    const { id: sessionId } = await create<{ id: string }>(by, '/api/sessions', { name: randomText(), ...dates })
    return { by, body: { title: randomText(), sessionId }, resource: 'challenge' }
  },
  'GET /api/challenges/{id}': async (world) => {
    const { by, id } = await addChallenge(world)
    return { by, params: [id] }
  },
  'PUT /api/challenges/{id}': async (world) => {
    const { by, id } = await addChallenge(world)
    return { by, params: [id], body: { title: randomText() }, resource: 'challenge', resourceId: id }
  },
  'PUT /api/challenges/{id}/scores/{studentId}': async (world) => {
    const { by, id, params, body } = await prepareScoring(world)
    return { by, params, body, resource: 'challenge', resourceId: id }
  },
  'GET /api/challenges/{id}/judging': async (world) => {
    const { by, id } = await addChallenge(world)
    return { by, params: [id] }
  },
  'GET /api/challenges/{id}/judging/{studentId}': async (world) => {
    const { by, params } = await prepareJudging(world)
    return { by, params }
  },
  'PUT /api/challenges/{id}/judging/{studentId}': async (world) => ({
    ...(await prepareJudging(world)),
    body: { points: [7], seen: null },
  }),
  'GET /api/challenges/{id}/scores/{studentId}/feedback': async (world) => {
    const { by, params } = await prepareScored(world)
    return { by, params }
  },
  'PUT /api/challenges/{id}/scores/{studentId}/feedback': async (world) => {
    const { by, params } = await prepareScored(world)
    const body = { feedback: randomText(), seen: '' }
    return { by, params, body, resource: 'challenge', ...(params?.[0] && { resourceId: params[0] }) }
  },
  'POST /api/scores': async (world) => {
    const { by, id, studentId } = await prepareScoring(world)
    return {
      by,
      body: { cells: [{ challengeId: id, studentId, score: 40, seen: null }] },
      resource: 'challenge',
      resourceId: id,
    }
  },
}
