import type { Call, Calls, World } from '#core/testing/calls.ts'
import { publishCourse, type WrittenCourse } from './courses.ts'

/** Builds a call on a course of the organization that its admin has published. */
const onPublished =
  (call: (course: WrittenCourse) => Omit<Call, 'by' | 'resource'>, isEnrolled = false) =>
  async ({ organization }: World): Promise<Call> => {
    const by = await organization.signIn('tenant_admin')
    const course = await publishCourse(by, { title: 'Published' })
    if (isEnrolled) await by.post(`/api/tenant/courses/${course.id}/enroll`)
    return { by, resource: 'course', resourceId: course.id, ...call(course) }
  }

const ofCourse = onPublished(({ id }) => ({ params: [id] }))

/** Calls of learners, and of admins about courses. */
export const catalogCalls: Calls = {
  'GET /api/tenant/courses/{courseId}': ofCourse,
  'GET /api/tenant/courses/{courseId}/lessons/{lessonId}': onPublished(
    ({ id, lessons }) => ({ params: [id, lessons[0] ?? ''] }),
    true,
  ),
  'POST /api/tenant/courses/{courseId}/enroll': ofCourse,
  'POST /api/tenant/courses/{courseId}/move': onPublished(({ id }) => ({ params: [id] }), true),
  'PUT /api/tenant/courses/{courseId}/rule': onPublished(({ id }) => ({
    params: [id],
    body: { isHidden: true, requiredFor: null, requiredUntil: null },
  })),
  'GET /api/lms/courses/{id}/learners': ofCourse,
  'POST /api/lms/courses/{id}/learners/move': async (world) => {
    const call = await onPublished(({ id }) => ({ params: [id] }), true)(world)
    await call.by.put(`/api/lms/courses/${call.resourceId}`, { title: 'Again', status: 'published' })
    return call
  },
  'GET /api/lms/courses/{id}/requires': ofCourse,
  'GET /api/lms/courses/{id}/requires/offered': ofCourse,
  'PUT /api/lms/courses/{id}/requires': async (world) => {
    const { by, params = [] } = await ofCourse(world)
    const other = await publishCourse(by, { title: 'Before' })
    return { by, params, body: { courseIds: [other.id] }, resource: 'course', resourceId: params[0] ?? '' }
  },
}
