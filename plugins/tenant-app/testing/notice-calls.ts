import { create, type Call, type Calls, type World } from '#core/testing/calls.ts'
import type { Client } from '#core/testing/harness.ts'
import { buildStudent } from './factories.ts'
import { familyLinkToken, type FamilyLink } from '../base/families/server/family-links.ts'
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

/** Prepares the call of an emailed link of a guardian, who is not signed in. */
async function prepareLinked(world: World, purpose: FamilyLink['purpose']) {
  const { by, id: studentId, sessionId } = await makePlaced(world)
  const token = familyLinkToken(world.platform.core, { purpose, guardianId: by.user?.id ?? '', studentId, sessionId })
  return { by: world.organization.client(), token, studentId, sessionId, userId: by.user?.id ?? null }
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
  'POST /api/absence-links/opening': async (world) => {
    const { by, token } = await prepareLinked(world, 'absence')
    return { by, body: { token } }
  },
  'POST /api/absence-links/absences': async (world) => {
    const { by, token, studentId, sessionId, userId } = await prepareLinked(world, 'absence')
    return { by, userId, body: { token, sessionId }, resource: 'student', resourceId: studentId }
  },
  'POST /api/place-links/opening': async (world) => {
    const { by, token } = await prepareLinked(world, 'place')
    return { by, body: { token } }
  },
  'POST /api/place-links/answer': async (world) => {
    const { by, token, sessionId, userId } = await prepareLinked(world, 'place')
    return { by, userId, body: { token, answer: 'accept' }, resource: 'session', resourceId: sessionId }
  },
}
