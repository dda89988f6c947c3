import type { Call, Calls, World } from '#core/testing/calls.ts'
import { publishCourse } from './courses.ts'
import { enroll, signInLearner } from './learners.ts'

/** Builds a call on a learner of a course that is required for students, by the admin of their organization. */
const onLearner =
  (body?: object) =>
  async ({ organization }: World): Promise<Call> => {
    const by = await organization.signIn('tenant_admin')
    const { id } = await publishCourse(by, { title: 'Taken', audience: 'students' })
    const rule = { isHidden: false, requiredFor: 'students', requiredUntil: '2030-01-31' }
    await by.put(`/api/tenant/courses/${id}/rule`, rule)
    const learner = await signInLearner(organization, id)
    return { by, params: [id, learner.user?.id ?? ''], resource: 'course', resourceId: id, ...(body ? { body } : {}) }
  }

const onLearners = async (world: World): Promise<Call> => {
  const { params: [id = ''] = [], ...call } = await onLearner()(world)
  return { ...call, params: [id] }
}

/** Builds an email to an instructor who takes a course: students are reached through guardians alone. */
const emailLearnerCall = async ({ organization }: World): Promise<Call> => {
  const by = await organization.signIn('tenant_admin')
  const { id } = await publishCourse(by, { title: 'Taken', audience: 'everybody' })
  const learner = await organization.signIn('instructor')
  await enroll(learner, id)
  const body = { userIds: [learner.user?.id], subject: 'Next week', text: 'Please read chapter two.' }
  return { by, params: [id], body, resource: 'course', resourceId: id }
}

/** Calls of staff who manage the learners of a course. */
export const enrollmentCalls: Calls = {
  'GET /api/tenant/courses/{courseId}/learners/summary': onLearners,
  'GET /api/tenant/courses/{courseId}/learners': onLearners,
  'PUT /api/tenant/courses/{courseId}/learners/{userId}/extension': onLearner({ until: '2030-02-28' }),
  'POST /api/tenant/courses/{courseId}/learners/emails': emailLearnerCall,
  'DELETE /api/tenant/courses/{courseId}/learners/{userId}': onLearner(),
}
