import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { lms } from '../../../plugin.ts'
import { publishCourse, writeCourse } from '../../../testing/courses.ts'

const test = pluginTest([lms])

const path = '/api/dashboard/course-metrics'

test('the stats cover courses, hours of published ones, enrollments and completions', async ({ platform }) => {
  const operator = await platform.superAdmin()
  expect((await operator.get(path)).body).toEqual({
    totalCourses: 0,
    totalHours: 0,
    totalEnrollments: 0,
    completionRate: 0,
  })
  const { id } = await publishCourse(operator, { title: 'Long', estimatedDuration: 100 })
  await publishCourse(operator, { title: 'By its lessons', estimatedDuration: 0 })
  await writeCourse(operator, { title: 'Draft', estimatedDuration: 600 })
  const organization = await platform.organization()
  const learners = [
    await organization.signIn('instructor'),
    await organization.signIn('instructor'),
    await organization.signIn('instructor'),
  ]
  for (const learner of learners) await learner.post(`/api/tenant/courses/${id}/enroll`)
  await platform.core.db.platform(systemActor, async ({ trx }) => {
    await trx('lms_enrollments')
      .where({ userId: learners[0]?.user?.id })
      .update({ completedAt: new Date().toISOString(), progress: 100 })
  })
  // 100 and 60 minutes.
  expect((await operator.get(path)).body).toEqual({
    totalCourses: 3,
    totalHours: 3,
    totalEnrollments: 3,
    completionRate: 33,
  })
  expect((await learners[0]?.get(path))?.status).toBe(404)
})
