import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { lms } from '../../../plugin.ts'
import { publishCourse } from '../../../testing/courses.ts'

const test = pluginTest([audit, lms])

const training = '/api/tenant/instructor-training-progress'
const statistics = '/api/tenant/course-statistics'
const enroll = (client: Client, id: string) => client.post(`/api/tenant/courses/${id}/enroll`)
const require = (admin: Client, id: string, requiredUntil: string | null = null) =>
  admin.put(`/api/tenant/courses/${id}/rule`, { isHidden: false, requiredFor: 'instructors', requiredUntil })

const setProgress = ({ core }: TestPlatform, client: Client, courseId: string, progress: number) =>
  core.db.platform(systemActor, async ({ trx }) => {
    const completedAt = progress === 100 ? core.clock.now().toISOString() : null
    await trx('lms_enrollments').where({ userId: client.user?.id, courseId }).update({ progress, completedAt })
  })

test('an instructor’s courses are those required and those taken, each once, and one without any does not count as trained', async ({
  platform,
}) => {
  const [mine, other] = [await platform.organization(), await platform.organization()]
  const admin = await mine.signIn('tenant_admin')
  const none = { totalInstructors: 0, fullyTrained: 0, averageCompletion: 0, certificates: 0, overdue: 0, expiring: 0 }
  expect((await admin.get(`${training}/figures`)).body).toEqual(none)
  expect((await admin.get(training)).body).toEqual([])

  const ada = await mine.user('instructor', { firstName: 'Ada', lastName: 'Byron' })
  expect((await admin.get(training)).body).toEqual([
    {
      instructorId: ada.id,
      instructorName: 'Ada Byron',
      instructorEmail: ada.email,
      totalCourses: 0,
      completedCourses: 0,
      overallProgress: 0,
      certificatesEarned: 0,
      lastActivity: null,
      overdueCourses: 0,
      expiringCourses: 0,
    },
  ])
  expect((await admin.get(`${training}/figures`)).body).toEqual({ ...none, totalInstructors: 1 })

  const [bo, cy] = [await mine.signIn('instructor'), await mine.signIn('instructor')]
  const free = await publishCourse(admin, { title: 'Facilitation' })
  const asked = await publishCourse(await platform.superAdmin(), { title: 'Asked of instructors' })
  for (const learner of [bo, cy]) await enroll(learner, free.id)
  await enroll(cy, asked.id)
  await setProgress(platform, bo, free.id, 100)
  await setProgress(platform, cy, free.id, 50)
  const standing = async (query: string) =>
    ((await admin.get(`${training}?${query}`)).body as { instructorId: string }[]).map((one) => one.instructorId)
  expect(await standing('standing=complete')).toEqual([bo.user?.id])
  expect(await standing('standing=in-progress')).toEqual([cy.user?.id])
  const taken = (await admin.get('/api/tenant/course-statistics?only=taken&limit=25')).body
  expect(taken).toMatchObject([{ courseId: asked.id }, { courseId: free.id }])
  // The mean leaves out instructors without courses.
  expect((await admin.get(`${training}/figures`)).body).toMatchObject({ fullyTrained: 1, averageCompletion: 63 })

  await require(admin, asked.id, '2020-01-31')
  const rows = (await admin.get(`${training}?sort=-progress`)).body
  expect(rows).toMatchObject([
    { instructorId: bo.user?.id, totalCourses: 2, completedCourses: 1, overallProgress: 50, overdueCourses: 1 },
    { instructorId: cy.user?.id, totalCourses: 2, completedCourses: 0, overallProgress: 25, overdueCourses: 1 },
    { instructorId: ada.id, totalCourses: 1, completedCourses: 0, overallProgress: 0, overdueCourses: 1 },
  ])
  expect((await admin.get(`${training}/figures`)).body).toMatchObject({
    fullyTrained: 0,
    averageCompletion: 25,
    overdue: 3,
  })
  await setProgress(platform, cy, free.id, 100)
  await setProgress(platform, cy, asked.id, 100)
  expect(await standing('standing=complete')).toEqual([cy.user?.id])
  expect(new Set(await standing('standing=overdue'))).toEqual(new Set([ada.id, bo.user?.id]))
  expect(await standing(`search=byron`)).toEqual([ada.id])
  expect(await standing(`search=${encodeURIComponent(ada.email)}`)).toEqual([ada.id])
  const page = await admin.get(`${training}?limit=1&offset=1&sort=-progress`)
  expect([page.headers['x-total-count'], page.body.length]).toEqual(['3', 1])
  const byName = await admin.get(`${training}?limit=1&search=byron`)
  expect([byName.headers['x-total-count'], byName.body]).toMatchObject([
    '1',
    [{ instructorId: ada.id, overdueCourses: 1 }],
  ])

  expect((await admin.get(`${training}/${bo.user?.id}`)).body).toMatchObject({
    instructorId: bo.user?.id,
    overdueCourses: 1,
    courses: [
      { courseTitle: 'Asked of instructors', status: 'not-started', isOverdue: true, requiredUntil: '2020-01-31' },
      { courseTitle: 'Facilitation', status: 'completed', isRequired: false, isOverdue: false, progress: 100 },
    ],
  })

  // A hidden course is no longer required; its learners keep it.
  await admin.put(`/api/tenant/courses/${asked.id}/rule`, { isHidden: true, requiredFor: null, requiredUntil: null })
  expect((await admin.get(`${training}/${bo.user?.id}`)).body).toMatchObject({ totalCourses: 1, overdueCourses: 0 })
  expect((await admin.get(`${training}/${cy.user?.id}`)).body).toMatchObject({ totalCourses: 2, completedCourses: 2 })

  const stranger = await other.signIn('tenant_admin')
  expect((await stranger.get(training)).body).toEqual([])
  expect((await stranger.get(`${training}/${bo.user?.id}`)).status).toBe(404)
  for (const path of [training, statistics]) expect((await bo.get(path)).status).toBe(403)
})

test('course statistics count the organization’s active users, and are 0 if there is nothing to divide', async ({
  platform,
}) => {
  const [mine, other] = [await platform.organization(), await platform.organization()]
  const admin = await mine.signIn('tenant_admin')
  const { id } = await publishCourse(await platform.superAdmin(), { title: 'Statistics: taken', audience: 'everybody' })
  await publishCourse(admin, { title: 'Statistics: untouched' })
  const of = async (client: Client) => (await client.get(`${statistics}?search=statistics`)).body
  const nothing = { totalEnrolled: 0, totalCompleted: 0, completionRate: 0, averageProgress: 0 }
  expect(await of(admin)).toMatchObject([{ courseTitle: 'Statistics: taken', ...nothing }, nothing])
  const learners = [await mine.signIn('instructor'), await mine.signIn('student'), await mine.signIn('instructor')]
  for (const learner of learners) await enroll(learner, id)
  const [done, half, gone] = learners as [Client, Client, Client]
  await setProgress(platform, done, id, 100)
  await setProgress(platform, half, id, 45)
  await platform.core.db.platform(systemActor, async ({ trx }) => {
    await trx('users').where({ id: gone.user?.id }).update({ isActive: false })
  })
  expect(await of(admin)).toEqual([
    {
      courseId: id,
      courseTitle: 'Statistics: taken',
      audience: 'everybody',
      totalEnrolled: 2,
      totalCompleted: 1,
      completionRate: 50,
      averageProgress: 73,
    },
    expect.objectContaining(nothing),
  ])
  expect(await of(await other.signIn('tenant_admin'))).toMatchObject([nothing])
  await admin.put(`/api/tenant/courses/${id}/rule`, { isHidden: true, requiredFor: null, requiredUntil: null })
  expect(await of(admin)).toMatchObject([{ totalEnrolled: 2 }, nothing])

  const lines = (await admin.get(`${statistics}/courses.csv`)).body.split('\r\n')
  expect(lines).toContain('Statistics: taken,everybody,2,1,50,73')
  const people = await admin.get(`${training}/courses.csv`)
  expect(people.headers['content-disposition']).toBe('attachment; filename="instructor-training.csv"')
  expect(people.body).toContain(`${done.user?.email},Statistics: taken,no,,Completed,100,`)
  expect(people.body).not.toContain(gone.user?.email)
})
