import sharp from 'sharp'
import type { Call, Calls, World } from '#core/testing/calls.ts'
import type { Client } from '#core/testing/harness.ts'
import { getHandInPath, publishSubmission } from './hand-ins.ts'

/** Opens a lesson in which the organization's admin submits work. */
async function takeLesson({ organization }: World, contentType: 'assignment' | 'project' = 'assignment') {
  const by = await organization.signIn('tenant_admin')
  const { id: courseId, lessonId } = await publishSubmission(by, { contentType, details: { teamSize: 3 } })
  await by.post(`/api/tenant/courses/${courseId}/enroll`)
  return { by, courseId, lessonId }
}

const callOn = (by: Client, lessonId: string): Call => ({
  by,
  params: [lessonId],
  resource: 'lesson',
  resourceId: lessonId,
})

const onLesson =
  (body?: object) =>
  async (world: World): Promise<Call> => {
    const { by, lessonId } = await takeLesson(world)
    return { ...callOn(by, lessonId), ...(body ? { body } : {}) }
  }

/** Opens such a lesson, in which another learner has a team. */
async function withTeam(world: World): Promise<{ call: Call; code: string; path: string }> {
  const { by, courseId, lessonId } = await takeLesson(world, 'project')
  const path = getHandInPath(lessonId)
  const other = await world.organization.signIn('instructor')
  await other.post(`/api/tenant/courses/${courseId}/enroll`)
  await other.put(path, { text: 'Ours' })
  return { call: callOn(by, lessonId), code: (await other.get(path)).body.team.code, path }
}

/** Calls of learners about submissions. */
export const handInCalls: Calls = {
  'GET /api/tenant/lessons/{lessonId}/hand-in': onLesson(),
  'PUT /api/tenant/lessons/{lessonId}/hand-in': onLesson({ text: 'A bridge' }),
  'POST /api/tenant/lessons/{lessonId}/hand-in': onLesson({ text: 'A bridge', number: 1 }),
  'GET /api/tenant/lessons/{lessonId}/hand-in/versions/{number}': async (world) => {
    const call = await onLesson()(world)
    await call.by.post(getHandInPath(call.params?.[0] ?? ''), { text: 'A bridge', number: 1 })
    return { ...call, params: [...(call.params ?? []), '1'] }
  },
  'POST /api/tenant/lessons/{lessonId}/hand-in/pictures': async (world) => {
    const { by, params = [] } = await onLesson()(world)
    const picture = sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
    return { by, params, image: await picture.png().toBuffer(), resource: 'hand-in-file' }
  },
  'POST /api/tenant/lessons/{lessonId}/hand-in/seen': onLesson(),
  'POST /api/tenant/lessons/{lessonId}/hand-in/team': async (world) => {
    const { call, code } = await withTeam(world)
    return { ...call, body: { code } }
  },
  'DELETE /api/tenant/lessons/{lessonId}/hand-in/team': async (world) => {
    const { call, code, path } = await withTeam(world)
    await call.by.post(`${path}/team`, { code })
    return call
  },
}
