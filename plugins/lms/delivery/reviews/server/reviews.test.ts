import { expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import { tenantApp } from '#plugins/tenant-app/plugin.ts'
import { buildStudent } from '#plugins/tenant-app/testing/factories.ts'
import { lms } from '../../../plugin.ts'
import { markCompleted } from '../../../testing/calls-reviews.ts'
import { publishCourse } from '../../../testing/courses.ts'

const test = pluginTest([tenantApp, lms])

const getReviewPath = (courseId: string) => `/api/tenant/courses/${courseId}/review`
const getReviewsPath = (courseId: string) => `/api/tenant/courses/${courseId}/reviews`

test('a learner who has completed a course reviews it once, anonymously', async ({ platform }) => {
  const [organization, other] = [await platform.organization(), await platform.organization()]
  const operator = await platform.superAdmin()
  const { id } = await publishCourse(operator, { title: 'First aid', audience: 'everybody' })
  const instructor = await organization.signIn('instructor')
  await instructor.post(`/api/tenant/courses/${id}/enroll`)
  expect((await instructor.get(getReviewPath(id))).body).toEqual({ review: null, mayReview: false, mayComment: false })
  expect(await instructor.put(getReviewPath(id), { stars: 5 })).toMatchObject({
    status: 409,
    body: { message: 'Complete the course before you rate it.' },
  })
  await markCompleted(platform, instructor, id)
  expect((await instructor.put(getReviewPath(id), { stars: 6 })).body.fields).toEqual({ stars: 'At most 5' })
  // Two concurrent reviews of one learner make one.
  await Promise.all([1, 2].map((stars) => instructor.put(getReviewPath(id), { stars })))
  const said = await instructor.put(getReviewPath(id), { stars: 5, comment: ' Clear and short. ' })
  expect(said).toMatchObject({ status: 200, body: { stars: 5, comment: 'Clear and short.', isOwn: true } })
  const second = await organization.signIn('instructor')
  expect((await second.get(`/api/tenant/courses/${id}`)).body.rating).toEqual({ count: 1, stars: 5 })
  await markCompleted(platform, second, id)
  await second.put(getReviewPath(id), { stars: 4 })
  expect((await second.get('/api/tenant/course-catalog')).body).toMatchObject([{ rating: { count: 2, stars: 4.5 } }])
  await second.delete(getReviewPath(id))
  const admin = await organization.signIn('tenant_admin')
  const listed = await admin.get(getReviewsPath(id))
  expect(listed.body).toEqual([{ ...said.body, role: 'instructor', isOwn: false }])
  expect(listed.headers['x-total-count']).toBe('1')
  // Users of another organization see their own reviews; the course's authors see all.
  const abroad = await other.signIn('instructor')
  expect((await abroad.get(getReviewsPath(id))).body).toEqual([])
  expect((await abroad.get(`/api/tenant/courses/${id}`)).body.rating).toEqual({ count: 0, stars: null })
  await markCompleted(platform, abroad, id)
  await abroad.put(getReviewPath(id), { stars: 2 })
  expect((await operator.get(`/api/lms/courses/${id}/reviews`)).body).toMatchObject([{ stars: 2 }, { stars: 5 }])
  expect((await admin.get(`/api/lms/courses/${id}/reviews`)).status).toBe(404)
  expect((await (await other.signIn('tenant_admin')).delete(`/api/tenant/course-reviews/${said.body.id}`)).status).toBe(
    404,
  )
  expect((await instructor.delete(`/api/tenant/course-reviews/${said.body.id}`)).status).toBe(403)
  expect((await admin.delete(`/api/tenant/course-reviews/${said.body.id}`)).status).toBe(204)
  expect((await instructor.get(getReviewPath(id))).body).toEqual({ review: null, mayReview: true, mayComment: true })
  await abroad.delete(getReviewPath(id))
  expect((await abroad.get(getReviewsPath(id))).body).toEqual([])
})

test('students who are not known to be 13 give stars alone', async ({ platform }) => {
  const organization = await platform.organization()
  const author = await organization.signIn('tenant_admin')
  const { id } = await publishCourse(author, { title: 'Bridges', audience: 'students' })
  const year = platform.clock.now().getUTCFullYear()
  for (const [dateOfBirth, mayComment] of [
    [`${year - 12}-01-01`, false],
    [null, false],
    [`${year - 15}-01-01`, true],
  ] as const) {
    const student = await organization.signIn('student')
    await buildStudent(platform, organization, { userId: student.user?.id, dateOfBirth })
    await markCompleted(platform, student, id)
    expect((await student.get(getReviewPath(id))).body).toMatchObject({ mayReview: true, mayComment })
    const commented = await student.put(getReviewPath(id), { stars: 4, comment: 'Fun' })
    expect(commented.status).toBe(mayComment ? 200 : 400)
    expect((await student.put(getReviewPath(id), { stars: 3 })).status).toBe(200)
  }
})
