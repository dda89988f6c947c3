import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { tenantApp } from '#plugins/tenant-app/plugin.ts'
import { buildParticipant, buildSession, buildStudent } from '#plugins/tenant-app/testing/factories.ts'
import { lms } from '../../plugin.ts'
import { getFirstWork, submitWork, workPath } from '../../testing/calls-grading.ts'
import { publishCourse } from '../../testing/courses.ts'
import { publishSubmission } from '../../testing/hand-ins.ts'
import { enroll } from '../../testing/learners.ts'

const test = browserTest([tenantApp, lms])

const HOUR_MS = 60 * 60 * 1000
const phone = { width: 375, height: 667 }
const notSignedIn = { except: [/401/] }

test('a student starts with the first course, waits for a grade, reads it, and continues with the next lesson', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const origin = platform.originOf(organization)
  const { by, learner } = await submitWork(organization, { doneWhen: 'passed', passPercent: 50 })
  const { id: studentId } = await buildStudent(platform, organization, { firstName: 'Mia', userId: learner.user?.id })
  const at = (hours: number) => new Date(platform.clock.now().getTime() + hours * HOUR_MS).toISOString()
  const session = { name: 'Robotics', startDate: at(26), endDate: at(27) }
  const { id: sessionId } = await buildSession(platform, organization, session)
  await buildParticipant(platform, organization, { sessionId, studentId })

  const page = await visitor.openHome(origin, learner.user?.email ?? '', { viewport: phone })
  await page.getByRole('heading', { name: 'Waiting for your instructor' }).waitFor()
  await page.getByText('“A bridge of paper” is submitted and waiting for a grade.').waitFor()
  await page.getByRole('link', { name: 'Browse courses' }).waitFor()
  await page.getByText('Robotics', { exact: true }).waitFor()

  const { id, version } = await getFirstWork(by)
  await by.put(`${workPath}/${id}`, { version, isPassed: true, comment: 'It holds, and well.', act: 'post' })
  const course = await publishCourse(by, { title: 'Robots', audience: 'students' })
  await enroll(learner, course.id)
  await enroll(learner, (await publishSubmission(by, { details: { dueAfterDays: 3 } })).id)
  await learner.post(`/api/tenant/lessons/${course.lessons[0]}/beats`, { isAtEnd: true })
  await page.reload()
  await page.getByRole('heading', { name: 'Due this week' }).waitFor()
  await expectAccessibleEverywhere(page, 'lms/student-home', () => page.getByText('It holds, and well.').waitFor())
  const headings = await page.getByRole('heading', { level: 2 }).allTextContents()
  const wanted = ['Continue', 'Due this week', 'Upcoming Sessions', 'New feedback', 'Courses', 'Recent Activities']
  expect(headings.filter((heading) => wanted.includes(heading))).toEqual(wanted)
  await page.getByRole('link', { name: 'Continue: Welcome' }).click()
  await page.waitForURL(`**/courses/${course.id}?lesson=${course.lessons[0]}`)
  await page.getByText('About Welcome').waitFor()
  expectNoErrors(page, notSignedIn)

  const newcomer = await visitor.openHome(origin, (await organization.user('student')).email)
  await newcomer.getByRole('heading', { name: 'Start learning' }).waitFor()
})
