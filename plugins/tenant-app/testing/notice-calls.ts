import { create, type Call, type Calls, type World } from '#core/testing/calls.ts'
import type { Client } from '#core/testing/harness.ts'
import { buildStudent } from './factories.ts'
import { scheduleSession } from './sessions.ts'

/** Creates a child with a place in an upcoming session. */
async function makePlaced({ platform, organization }: World): Promise<{ by: Client; id: string; sessionId: string }> {
  const [admin, by] = [await organization.signIn('tenant_admin'), await organization.signIn('parent')]
  const { id } = await buildStudent(platform, organization, { guardians: [by.user?.id ?? ''] })
  const sessionId = await scheduleSession(platform, admin)
  await create(admin, `/api/sessions/${sessionId}/participants`, { studentIds: [id] })
  return { by, id, sessionId }
}

const prepareReading = async (world: World): Promise<Call> => {
  const { by, id } = await makePlaced(world)
  return { by, params: [id] }
}

/** A call of each endpoint of notices that changes data or takes an id. */
export const noticeCalls: Calls = {
  'GET /api/children/{id}/sessions': prepareReading,
  'GET /api/children/{id}/absences': prepareReading,
  'POST /api/children/{id}/absences': async (world) => {
    const { by, id, sessionId } = await makePlaced(world)
    return { by, params: [id], body: { sessionId }, resource: 'student', resourceId: id }
  },
  'DELETE /api/children/{id}/absences/{absenceId}': async (world) => {
    const { by, id, sessionId } = await makePlaced(world)
    const { id: absenceId } = await create<{ id: string }>(by, `/api/children/${id}/absences`, { sessionId })
    return { by, params: [id, absenceId], resource: 'student', resourceId: id }
  },
  'POST /api/children/{id}/sessions/{sessionId}/place': async (world) => {
    const { by, id, sessionId } = await makePlaced(world)
    return { by, params: [id, sessionId], body: { answer: 'accept' }, resource: 'session', resourceId: sessionId }
  },
}
