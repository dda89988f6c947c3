import { randomText, type Call, type Calls, type World } from '#core/testing/calls.ts'
import { buildStudent } from './factories.ts'
import { createGroupOf } from './groups.ts'
import { scheduleSession } from './sessions.ts'

/** Creates a group with one member. */
async function makeGroup({ platform, organization }: World) {
  const by = await organization.signIn('tenant_admin')
  const { id: studentId } = await buildStudent(platform, organization)
  const { id } = await createGroupOf(by, [studentId])
  return { by, id, studentId, call: { by, params: [id], resource: 'group', resourceId: id } }
}

const prepareReading = async (world: World): Promise<Call> => {
  const { by, id } = await makeGroup(world)
  return { by, params: [id] }
}

/** Creates a group that is registered for an upcoming session. */
async function makeRegistered(world: World) {
  const made = await makeGroup(world)
  const sessionId = await scheduleSession(world.platform, made.by)
  await made.by.post(`/api/sessions/${sessionId}/participants`, { groupId: made.id })
  return { ...made, sessionId }
}

/** A call of each endpoint of groups that changes data or takes an id. */
export const groupCalls: Calls = {
  'GET /api/groups/{id}': prepareReading,
  'GET /api/groups/{id}/members': prepareReading,
  'GET /api/students/{id}/groups': async (world) => {
    const { by, studentId } = await makeGroup(world)
    return { by, params: [studentId] }
  },
  'POST /api/groups': async ({ organization }) => ({
    by: await organization.signIn('tenant_admin'),
    body: { name: randomText(), kind: 'team' },
    resource: 'group',
  }),
  'PUT /api/groups/{id}': async (world) => ({ ...(await makeGroup(world)).call, body: { name: randomText() } }),
  'POST /api/groups/{id}/archive': async (world) => (await makeGroup(world)).call,
  'POST /api/groups/{id}/restore': async (world) => {
    const { by, id, call } = await makeGroup(world)
    await by.post(`/api/groups/${id}/archive`)
    return call
  },
  'DELETE /api/groups/{id}': async ({ organization }) => {
    const by = await organization.signIn('tenant_admin')
    const { id } = await createGroupOf(by)
    return { by, params: [id], resource: 'group', resourceId: id }
  },
  'POST /api/groups/{id}/members': async (world) => {
    const { call } = await makeGroup(world)
    const { id } = await buildStudent(world.platform, world.organization)
    return { ...call, body: { studentIds: [id] } }
  },
  'POST /api/groups/{id}/members/{studentId}/leave': async (world) => {
    const { call, id, studentId } = await makeGroup(world)
    return { ...call, params: [id, studentId], body: {} }
  },
  'POST /api/groups/{id}/matches': async (world) => ({
    ...(await prepareReading(world)),
    body: { names: ['Ada King'] },
  }),
  'PUT /api/groups/{id}/staff': async (world) => {
    const { id } = await world.organization.user('instructor')
    return { ...(await makeGroup(world)).call, body: { userIds: [id] } }
  },
  'GET /api/groups/{id}/sessions': prepareReading,
  'POST /api/groups/{id}/sessions/members': async (world) => {
    const { by, id, call } = await makeRegistered(world)
    const { id: studentId } = await buildStudent(world.platform, world.organization)
    await by.post(`/api/groups/${id}/members`, { studentIds: [studentId] })
    return { ...call, body: { studentIds: [studentId] } }
  },
  'DELETE /api/groups/{id}/sessions/members/{studentId}': async (world) => {
    const { by, id, studentId, sessionId } = await makeRegistered(world)
    return { by, params: [id, studentId], resource: 'session', resourceId: sessionId }
  },
}
