import { describe, expect } from 'vitest'
import { pluginTest, type Client, type TestOrganization } from '#core/testing/harness.ts'
import { lms } from '../../../plugin.ts'
import { takeQuiz, newTwoQuestions } from '../../../testing/answered.ts'
import { completeCourse, signInAs } from '../../../testing/completing.ts'
import { publishCourse, type WrittenCourse } from '../../../testing/courses.ts'
import { enroll } from '../../../testing/learners.ts'
import { publishQuiz } from '../../../testing/quizzes.ts'
import type { CourseLearner } from '../contract.ts'

const test = pluginTest([lms])

const getLearnersPath = (courseId: string) => `/api/tenant/courses/${courseId}/learners`
const getLearnerPath = (courseId: string, learner: Client) => `${getLearnersPath(courseId)}/${learner.user?.id}`

async function listLearners(by: Client, courseId: string, query = ''): Promise<CourseLearner[]> {
  const { status, body } = await by.get(`${getLearnersPath(courseId)}${query}`)
  expect(status).toBe(200)
  return body
}

const listNames = async (by: Client, courseId: string, query = '') =>
  (await listLearners(by, courseId, query)).map(({ name }) => name)

/** Signs in a student with this name who takes the course. */
async function createLearner(organization: TestOrganization, { id }: Pick<WrittenCourse, 'id'>, lastName: string) {
  const client = await signInAs(organization, 'student', { firstName: 'Ada', lastName })
  await enroll(client, id)
  return client
}

/** Creates a course for all, with three students: one has completed it, one has begun, one has not. */
async function createTakenCourse({
  platform,
  organization,
}: {
  platform: Parameters<typeof completeCourse>[0]
  organization: TestOrganization
}) {
  const admin = await organization.signIn('tenant_admin')
  const course = await publishCourse(admin, { title: 'Optics', audience: 'everybody' })
  const done = await createLearner(organization, course, 'Curie')
  await completeCourse(platform, done, course)
  const begun = await createLearner(organization, course, 'Bohr')
  await completeCourse(platform, begun, { id: course.id, lessons: course.lessons.slice(0, 1) })
  const idle = await createLearner(organization, course, 'Abel')
  return { admin, course, done, begun, idle }
}

/** Requires the course for its students with a due date. */
const require = (admin: Client, courseId: string, requiredUntil: string) =>
  admin.put(`/api/tenant/courses/${courseId}/rule`, { isHidden: false, requiredFor: 'students', requiredUntil })

describe('GET /api/tenant/courses/{courseId}/learners', () => {
  test('an admin reads each learner’s progress, by name', async ({ platform }) => {
    const organization = await platform.organization()
    const { admin, course } = await createTakenCourse({ platform, organization })
    const learners = await listLearners(admin, course.id)
    expect(learners).toMatchObject([
      { name: 'Ada Abel', state: 'in-progress', progress: 0, lastActivityAt: null, hasRecord: false, dueOn: null },
      { name: 'Ada Bohr', state: 'in-progress', progress: 50, hasRecord: false },
      { name: 'Ada Curie', state: 'completed', progress: 100, hasRecord: true },
    ])
    expect(learners[2]?.completedAt).not.toBeNull()
    const summary = await admin.get(`${getLearnersPath(course.id)}/summary`)
    expect(summary.body).toEqual({ course: 'Optics', version: 1, learners: 3 })
  })

  test('an admin searches, filters, sorts and pages', async ({ platform }) => {
    const organization = await platform.organization()
    const { admin, course } = await createTakenCourse({ platform, organization })
    expect(await listNames(admin, course.id, '?search=boh')).toEqual(['Ada Bohr'])
    expect(await listNames(admin, course.id, '?state=completed')).toEqual(['Ada Curie'])
    expect(await listNames(admin, course.id, '?sort=-progress')).toEqual(['Ada Curie', 'Ada Bohr', 'Ada Abel'])
    expect(await listNames(admin, course.id, '?sort=activity')).toEqual(['Ada Curie', 'Ada Bohr', 'Ada Abel'])
    expect(await listNames(admin, course.id, '?sort=-activity')).toEqual(['Ada Bohr', 'Ada Curie', 'Ada Abel'])
    expect(await listNames(admin, course.id, '?sort=-name&limit=2')).toEqual(['Ada Curie', 'Ada Bohr'])
    expect(await listNames(admin, course.id, '?limit=2&offset=2')).toEqual(['Ada Curie'])
  })

  test('an instructor sees students and guardians, and no other organization sees any of them', async ({
    platform,
  }) => {
    const organization = await platform.organization()
    const operator = await platform.superAdmin()
    const course = await publishCourse(operator, { title: 'Of all', audience: 'everybody' })
    await createLearner(organization, course, 'Abel')
    const instructor = await organization.signIn('instructor')
    await enroll(await organization.signIn('instructor'), course.id)
    const other = await platform.organization()
    expect(await listNames(instructor, course.id)).toEqual(['Ada Abel'])
    expect(await listNames(await organization.signIn('tenant_admin'), course.id)).toHaveLength(2)
    expect(await listNames(await other.signIn('tenant_admin'), course.id)).toEqual([])
    expect((await (await organization.signIn('student')).get(getLearnersPath(course.id))).status).toBe(403)
  })

  test('a learner whose due date has passed is overdue, and has the mean of their scores', async ({ platform }) => {
    const organization = await platform.organization()
    const admin = await organization.signIn('tenant_admin')
    const { id, lessonId } = await publishQuiz(admin, { questions: newTwoQuestions() }, { audience: 'students' })
    const student = await createLearner(organization, { id }, 'Abel')
    await takeQuiz(student, lessonId, { 'What falls?': 'A stone' })
    await require(admin, id, '2020-01-31')
    expect(await listLearners(admin, id, '?state=overdue')).toMatchObject([
      { name: 'Ada Abel', state: 'overdue', dueOn: '2020-01-31', finalScore: 50, hasRecord: true },
    ])
  })
})

describe('PUT /api/tenant/courses/{courseId}/learners/{userId}/extension', () => {
  test('a learner with an extension has their own due date, which the catalog shows', async ({ platform }) => {
    const organization = await platform.organization()
    const { admin, course, idle, begun } = await createTakenCourse({ platform, organization })
    await require(admin, course.id, '2020-01-31')
    const answer = await admin.put(`${getLearnerPath(course.id, idle)}/extension`, { until: '2099-03-01' })
    expect(answer.body).toMatchObject({ state: 'in-progress', dueOn: '2099-03-01', extendedUntil: '2099-03-01' })
    const read = async (client: Client) => (await client.get(`/api/tenant/courses/${course.id}`)).body.dueOn
    expect([await read(idle), await read(begun)]).toEqual(['2099-03-01', '2020-01-31'])
    const withdrawn = await admin.put(`${getLearnerPath(course.id, idle)}/extension`, { until: null })
    expect(withdrawn.body).toMatchObject({ state: 'overdue', dueOn: '2020-01-31', extendedUntil: null })
  })

  test('a past day, and a course without a due date, are refused at the field', async ({ platform }) => {
    const organization = await platform.organization()
    const { admin, course, idle } = await createTakenCourse({ platform, organization })
    const extend = (until: string) => admin.put(`${getLearnerPath(course.id, idle)}/extension`, { until })
    expect((await extend('2099-03-01')).body.fields).toEqual({
      until: 'This course has no due date for this learner',
    })
    await require(admin, course.id, '2020-01-31')
    expect((await extend('2020-02-01')).body.fields).toEqual({ until: 'Choose today or a later day' })
  })
})

describe('DELETE /api/tenant/courses/{courseId}/learners/{userId}', () => {
  test('a learner without a record is unenrolled, and can enroll again', async ({ platform }) => {
    const organization = await platform.organization()
    const { course, begun } = await createTakenCourse({ platform, organization })
    const instructor = await organization.signIn('instructor')
    expect((await instructor.delete(getLearnerPath(course.id, begun))).status).toBe(204)
    expect(await listNames(instructor, course.id)).toEqual(['Ada Abel', 'Ada Curie'])
    expect((await instructor.delete(getLearnerPath(course.id, begun))).status).toBe(404)
    await enroll(begun, course.id)
    expect(await listLearners(instructor, course.id, '?search=bohr')).toMatchObject([{ progress: 0 }])
  })

  test('a learner with attempts or a completion stays, and the response says why', async ({ platform }) => {
    const organization = await platform.organization()
    const { admin, course, done } = await createTakenCourse({ platform, organization })
    const refused = await admin.delete(getLearnerPath(course.id, done))
    expect(refused).toMatchObject({ status: 409, body: { code: 'learners.has-record' } })
    const quiz = await publishQuiz(admin, { questions: newTwoQuestions() })
    const tried = await createLearner(organization, quiz, 'Noether')
    await takeQuiz(tried, quiz.lessonId, {})
    expect((await admin.delete(getLearnerPath(quiz.id, tried))).status).toBe(409)
    expect(await listNames(admin, quiz.id)).toEqual(['Ada Noether'])
  })
})
