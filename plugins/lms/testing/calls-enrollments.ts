import { create, type Call, type Calls, type World } from '#core/testing/calls.ts'
import { buildStudent } from '#plugins/tenant-app/testing/factories.ts'
import { createGroupOf } from '#plugins/tenant-app/testing/groups.ts'
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

/** Builds a course for students to which a group with one learner is assigned. */
async function assignGroup({ platform, organization }: World) {
  const by = await organization.signIn('tenant_admin')
  const { id: courseId } = await publishCourse(by, { title: 'Assigned', audience: 'students' })
  const student = await organization.signIn('student')
  const { id: studentId } = await buildStudent(platform, organization, { userId: student.user?.id ?? '' })
  const { id } = await createGroupOf(by)
  const about = { by, params: [id, courseId], resource: 'course', resourceId: courseId }
  const assign = () => create(by, `/api/groups/${id}/courses`, { courseId })
  const join = () => by.post(`/api/groups/${id}/members`, { studentIds: [studentId] })
  const leave = () => by.post(`/api/groups/${id}/members/${studentId}/leave`, {})
  return { about, courseId, id, assign, join, leave }
}

/** Calls of staff who manage the learners of a course. */
export const enrollmentCalls: Calls = {
  'GET /api/tenant/courses/{courseId}/learners/summary': onLearners,
  'GET /api/tenant/courses/{courseId}/learners': onLearners,
  'PUT /api/tenant/courses/{courseId}/learners/{userId}/extension': onLearner({ until: '2030-02-28' }),
  'POST /api/tenant/courses/{courseId}/learners/emails': emailLearnerCall,
  'DELETE /api/tenant/courses/{courseId}/learners/{userId}': onLearner(),
  'GET /api/groups/{id}/courses': async (world) => {
    const { about, id } = await assignGroup(world)
    return { ...about, params: [id] }
  },
  'POST /api/groups/{id}/courses': async (world) => {
    const { about, id, courseId, join } = await assignGroup(world)
    await join()
    return { ...about, params: [id], body: { courseId } }
  },
  'POST /api/groups/{id}/courses/{courseId}/enrollments': async (world) => {
    const { about, assign, join } = await assignGroup(world)
    await assign()
    await join()
    return about
  },
  'DELETE /api/groups/{id}/courses/{courseId}/enrollments': async (world) => {
    const { about, assign, join, leave } = await assignGroup(world)
    await join()
    await assign()
    await leave()
    return about
  },
  'DELETE /api/groups/{id}/courses/{courseId}': async (world) => {
    const { about, assign } = await assignGroup(world)
    await assign()
    return about
  },
}
