import type { Call, Calls, World } from '#core/testing/calls.ts'
import { publishCourse } from './courses.ts'
import { publishLive } from './live.ts'

/** Builds a call on a lesson of a course that the caller takes. */
const onLesson =
  (body?: object) =>
  async ({ organization }: World): Promise<Call> => {
    const by = await organization.signIn('tenant_admin')
    const { id, lessons } = await publishCourse(by, { title: 'Taken' })
    await by.post(`/api/tenant/courses/${id}/enroll`)
    return {
      by,
      params: [lessons[0] ?? ''],
      ...(body ? { body } : {}),
      resource: 'lesson',
      resourceId: lessons[0] ?? '',
    }
  }

/** Builds a call of the organization's admin on a past live session that an instructor takes. */
const onLive =
  (isMarked: boolean) =>
  async ({ organization, platform }: World): Promise<Call> => {
    const by = await organization.signIn('tenant_admin')
    const startsAt = platform.clock.now().toISOString()
    const { id, lessonId } = await publishLive(by, { startsAt })
    const learner = await organization.signIn('instructor')
    await learner.post(`/api/tenant/courses/${id}/enroll`)
    const body = isMarked ? { body: { userIds: [learner.user?.id] } } : {}
    return { by, params: [id, lessonId], ...body, resource: 'lesson', resourceId: lessonId }
  }

/** Calls of learners in lessons. */
export const learningCalls: Calls = {
  'GET /api/tenant/courses/{courseId}/lessons/{lessonId}/attendance': onLive(false),
  'POST /api/tenant/courses/{courseId}/lessons/{lessonId}/attendance': onLive(true),
  'POST /api/tenant/lessons/{lessonId}/beats': onLesson({ isAtEnd: true }),
  'POST /api/tenant/lessons/{lessonId}/complete': async (world) => {
    const call = await onLesson()(world)
    const lesson = `/api/tenant/lessons/${call.params?.[0]}`
    await call.by.post(`${lesson}/beats`, { isAtEnd: true })
    world.platform.clock.forward(60_000)
    return call
  },
}
