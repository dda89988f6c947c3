import type { Calls, World } from '#core/testing/calls.ts'
import { publishCourse } from './courses.ts'
import { takeModule } from './modules.ts'

const trainingCall = async ({ organization }: World) => ({
  by: await organization.signIn('tenant_admin'),
  resource: 'training',
})

/** Calls of admins who plan the training of instructors. */
export const trainingCalls: Calls = {
  'GET /api/tenant/instructor-training-progress/{instructorId}': async (world) => ({
    ...(await trainingCall(world)),
    params: [(await world.organization.user('instructor')).id],
  }),
  'POST /api/tenant/instructor-training-progress/{instructorId}/remind': async ({ organization }) => {
    const by = await organization.signIn('tenant_admin')
    const { id } = await publishCourse(by, { title: 'Required' })
    const rule = { isHidden: false, requiredFor: 'instructors', requiredUntil: null }
    await by.put(`/api/tenant/courses/${id}/rule`, rule)
    const instructor = await organization.user('instructor')
    return { by, params: [instructor.id], resource: 'user', resourceId: instructor.id }
  },
  'PUT /api/tenant/instructor-training-progress/{instructorId}/modules/{moduleId}/notes': async (world) => {
    const [author, learner] = [
      await world.organization.signIn('tenant_admin'),
      await world.organization.signIn('instructor'),
    ]
    const moduleId = await takeModule(world.platform, { author, learner })
    const instructorId = learner.user?.id ?? ''
    const body = { notes: 'Knows the launcher' }
    return { by: learner, params: [instructorId, moduleId], body, resource: 'user', resourceId: instructorId }
  },
  'PUT /api/tenant/training-settings': async ({ organization }) => ({
    by: await organization.signIn('tenant_admin'),
    body: { isReadinessRule: true },
    resource: 'tenant',
    resourceId: organization.id,
  }),
  'GET /api/tenant/instructor-training-progress/courses.csv': trainingCall,
  'GET /api/tenant/course-statistics/courses.csv': trainingCall,
}
