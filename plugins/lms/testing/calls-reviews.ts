import { systemActor } from '#core/server/identity/actor.ts'
import type { Call, Calls, World } from '#core/testing/calls.ts'
import type { Client, TestPlatform } from '#core/testing/harness.ts'
import { publishCourse } from './courses.ts'

/** Marks a course as completed by a learner. */
export const markCompleted = async ({ core }: TestPlatform, learner: Client, courseId: string): Promise<void> => {
  await learner.post(`/api/tenant/courses/${courseId}/enroll`)
  await core.db.platform(systemActor, ({ trx }) =>
    trx('lms_enrollments')
      .where({ courseId, userId: learner.user?.id })
      .update({ completedAt: core.clock.now(), progress: 100 }),
  )
}

/** Creates a course that the organization's admin has completed and reviewed. */
async function createReview({
  organization,
  platform,
}: World): Promise<{ by: Call['by']; courseId: string; id: string }> {
  const by = await organization.signIn('tenant_admin')
  const { id: courseId } = await publishCourse(by, { title: 'Rated' })
  await markCompleted(platform, by, courseId)
  const { id } = (await by.put(`/api/tenant/courses/${courseId}/review`, { stars: 4 })).body
  return { by, courseId, id }
}

const onCourse =
  (body?: object) =>
  async (world: World): Promise<Call> => {
    const { by, courseId } = await createReview(world)
    return { by, params: [courseId], ...(body ? { body } : {}) }
  }

/** Calls about reviews. */
export const reviewCalls: Calls = {
  'GET /api/tenant/courses/{courseId}/reviews': onCourse(),
  'GET /api/tenant/courses/{courseId}/review': onCourse(),
  'PUT /api/tenant/courses/{courseId}/review': onCourse({ stars: 5 }),
  'DELETE /api/tenant/courses/{courseId}/review': onCourse(),
  'GET /api/lms/courses/{id}/reviews': onCourse(),
  'DELETE /api/tenant/course-reviews/{id}': async (world) => {
    const { by, courseId, id } = await createReview(world)
    return { by, params: [id], resource: 'course', resourceId: courseId }
  },
}
