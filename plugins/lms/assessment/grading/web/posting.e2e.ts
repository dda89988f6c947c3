import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import type { TestOrganization } from '#core/testing/harness.ts'
import { lms } from '../../../plugin.ts'
import { workPath } from '../../../testing/calls-grading.ts'
import { getHandInPath, publishSubmission } from '../../../testing/hand-ins.ts'

const test = browserTest([lms])

const WIDE_VIEWPORT = { width: 1440, height: 900 }

async function createClass(organization: TestOrganization, names: readonly string[]) {
  const by = await organization.signIn('tenant_admin')
  const course = await publishSubmission(by, { details: { accepts: ['text'], doneWhen: 'passed' } })
  const learners = []
  for (const firstName of names) {
    const { email } = await organization.user('student', { firstName, lastName: 'King' })
    const learner = await organization.client().signIn(email)
    await learner.post(`/api/tenant/courses/${course.id}/enroll`)
    await learner.post(getHandInPath(course.lessonId), { text: `The bridge of ${firstName}.`, number: 1 })
    learners.push(learner)
  }
  return { by, course, learners }
}

test('drafts are posted together, and a dialog says how many were posted, are left, and lack points', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const { by, course, learners } = await createClass(organization, ['Ada', 'Ben', 'Cleo', 'Dan'])
  const { lessonId } = course
  const queue: { id: string; learner: string }[] = (await by.get(workPath)).body
  for (const { id, learner } of queue.filter((one) => !one.learner.startsWith('Dan'))) {
    const isPassed = learner.startsWith('Cleo') ? null : true
    await by.put(`${workPath}/${id}`, { version: 1, isPassed, comment: 'It holds.', act: 'keep' })
  }
  const page = await visitor.open(platform.originOf(organization), `/grading?course=${course.id}&lesson=${lessonId}`, {
    as: by.user?.email ?? '',
    viewport: WIDE_VIEWPORT,
  })
  const opener = page.getByRole('button', { name: 'Post 3 drafts' })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Post the drafts of “A bridge of paper”' })
  await dialog.getByText('1 piece of work is not marked yet and waits on.').waitFor()
  await expectAccessibleEverywhere(page, 'grading-post', () => dialog.waitFor())
  await page.setViewportSize(WIDE_VIEWPORT)
  const own = async () => {
    const all = await Promise.all(learners.map(async (one) => (await one.get(getHandInPath(lessonId))).body.state))
    return all.join(' ')
  }
  // No grade is posted before the grader confirms.
  expect(await own()).toBe('handed-in handed-in handed-in handed-in')
  await page.route('**/post', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Post 3 drafts' }).click()
  await dialog.getByText('Nothing more was posted').waitFor()
  await page.unroute('**/post')
  // Simulates a class larger than one batch: another press posts the rest.
  await page.route('**/post', (route) => route.fulfill({ json: { posted: 100, left: 20, incomplete: 1 } }))
  await dialog.getByRole('button', { name: 'Post 3 drafts' }).click()
  await dialog.getByText('Without points, not posted').waitFor()
  await expectAccessibleEverywhere(page, 'grading-posted', () => dialog.waitFor())
  await page.setViewportSize(WIDE_VIEWPORT)
  await page.unroute('**/post')
  await dialog.getByRole('button', { name: 'Post 20 more' }).click()
  await dialog.getByText('102', { exact: true }).waitFor()
  await expect.poll(() => dialog.getByRole('button', { name: /^Post/ }).count()).toBe(0)
  expect(await own()).toBe('graded graded handed-in handed-in')
  await dialog.getByRole('link', { name: 'Show the draft that lacks points' }).click()
  const work = page.getByRole('list', { name: 'Work' })
  await work.getByRole('link', { name: 'Cleo King' }).waitFor()
  await expect.poll(() => work.getByRole('link').count()).toBe(1)
  expectNoErrors(page, { except: [/401/, /ERR_FAILED/] })
})

test('the second of two graders of one piece of work sees the first one’s grade, and keeps their own marks', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const { learners, course } = await createClass(organization, ['Ada'])
  const pages = []
  for (const firstName of ['Grace', 'Mary']) {
    const { email } = await organization.user('instructor', { firstName, lastName: 'Hopper' })
    const page = await visitor.open(platform.originOf(organization), '/grading', { as: email, viewport: WIDE_VIEWPORT })
    await page.getByRole('link', { name: 'Ada King' }).click()
    await page.getByRole('heading', { name: 'Ada King', level: 2 }).waitFor()
    pages.push(page)
  }
  const [grace, mary] = pages
  if (!grace || !mary) throw new Error('Both graders are there')
  await mary.getByText('Grace Hopper has this open as well.').waitFor()
  const comment = (page: typeof grace) => page.getByRole('textbox', { name: /^Comment/ })
  await comment(mary).fill('Mary: it falls.')
  await mary.getByRole('radio', { name: 'Not passed' }).check({ force: true })
  await comment(grace).fill('Grace: it holds.')
  await grace.getByRole('radio', { name: 'Passed', exact: true }).check({ force: true })
  await grace.getByRole('button', { name: 'Post grade' }).click()
  await grace.getByText('Grade posted').waitFor()

  await mary.getByRole('button', { name: /^Post / }).click()
  await mary.getByText('Grace Hopper has graded this in the meantime').waitFor()
  await mary.getByText('Grace: it holds.').first().waitFor()
  expect(await comment(mary).inputValue()).toBe('Mary: it falls.')
  const own = async () => (await learners[0]?.get(getHandInPath(course.lessonId)))?.body.latest.feedback
  expect(await own()).toMatchObject({ isPassed: true, comment: 'Grace: it holds.' })
  await expectAccessibleEverywhere(mary, 'grading-second', () => mary.getByText('Keep mine').waitFor())
  await mary.setViewportSize(WIDE_VIEWPORT)
  await mary.getByRole('button', { name: 'Keep mine' }).click()
  expect(await comment(mary).inputValue()).toBe('Mary: it falls.')
  await mary.getByRole('button', { name: /^Post / }).click()
  await expect.poll(own).toMatchObject({ isPassed: false, comment: 'Mary: it falls.' })
  for (const page of pages) expectNoErrors(page, { except: [/401/, /409/] })
})
