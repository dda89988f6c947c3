import type { Page } from 'playwright'
import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors, waitForFocus } from '#core/testing/browser.ts'
import type { Client, TestOrganization } from '#core/testing/harness.ts'
import { lms } from '../../../plugin.ts'
import { workPath } from '../../../testing/calls-grading.ts'
import { getHandInPath, publishSubmission } from '../../../testing/hand-ins.ts'

const test = browserTest([lms])

// Viewport that shows the whole screen, as keys are tested here.
const WIDE_VIEWPORT = { width: 1440, height: 900 }

const newLevel = (title: string, points: number, description = '') => ({
  id: crypto.randomUUID(),
  title,
  points,
  description,
})
const rubric = {
  isScored: true,
  criteria: [
    {
      id: crypto.randomUUID(),
      title: 'Form',
      description: 'What it looks like.',
      levels: [newLevel('Excellent', 6, 'Every part carries.'), newLevel('Good', 3), newLevel('Beginning', 0)],
    },
    { id: crypto.randomUUID(), title: 'Strength', levels: [newLevel('Strong', 4), newLevel('Weak', 1)] },
  ],
}

async function submitWork(
  organization: TestOrganization,
  firstName: string,
  { id, lessonId }: { id: string; lessonId: string },
) {
  const { email } = await organization.user('student', { firstName, lastName: 'King' })
  const learner = await organization.client().signIn(email)
  await learner.post(`/api/tenant/courses/${id}/enroll`)
  await learner.post(getHandInPath(lessonId), {
    text: `The bridge of ${firstName} is made of two arches.\nIt carries a book.`,
    links: ['https://films.example/bridge'],
    number: 1,
  })
  return learner
}

/** Presses Tab until the focus is on the named element. */
async function focusByTab(page: Page, name: string): Promise<void> {
  for (let pressed = 0; pressed < 60; pressed += 1) {
    await page.keyboard.press('Tab')
    if ((await page.evaluate(() => document.activeElement?.textContent)) === name) return
  }
  throw new Error(`Tab does not lead to ${name}`)
}

const findHeading = (page: Page, name: string) => page.getByRole('heading', { name, level: 2 })
// Its link in the queue has the same name, and takes no keys of the form.
const hasFocus = (page: Page, name: string) => waitForFocus(findHeading(page, name))
const findWaitingCount = (page: Page, count: number) =>
  page.getByRole('link', { name: new RegExp(`^Grading\\D*${count} submissions? to grade$`) })
const getFeedback = async (learner: Client, lessonId: string) =>
  (await learner.get(getHandInPath(lessonId))).body.latest.feedback

test('a grader grades a class by keyboard alone, and the second of two graders sees the first one’s grade', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const course = await publishSubmission(admin, { details: { rubric, accepts: ['text', 'link'], doneWhen: 'passed' } })
  const learners = []
  for (const name of ['Ada', 'Ben', 'Cleo']) {
    learners.push(await submitWork(organization, name, course))
    platform.clock.forward(1000)
  }
  const [ada, ben, cleo] = learners as [Client, Client, Client]
  const { email } = await organization.user('instructor', { firstName: 'Grace', lastName: 'Hopper' })
  const page = await visitor.open(platform.originOf(organization), '/grading', { as: email, viewport: WIDE_VIEWPORT })
  await page.getByRole('link', { name: 'Ada King' }).waitFor()
  await page.getByText('0 of 3').waitFor()
  await expectAccessibleEverywhere(page, 'grading-queue', () => page.getByRole('link', { name: 'Ada King' }).waitFor())
  await page.setViewportSize(WIDE_VIEWPORT)

  // From here on, the mouse is used only where a comment mentions it.
  await focusByTab(page, 'Ada King')
  await page.keyboard.press('Enter')
  await hasFocus(page, 'Ada King')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'hidden' })
  await hasFocus(page, 'Ada King')
  await page.keyboard.press('1')
  await page.keyboard.press('2')
  await page.getByText('7 of 10 points, 70%, passed').waitFor()
  await page.keyboard.press('c')
  await page.keyboard.type('A fine arch.')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Grade posted').waitFor()
  await hasFocus(page, 'Ben King')
  expect(await getFeedback(ada, course.lessonId)).toMatchObject({
    score: 70,
    comment: 'A fine arch.',
    gradedBy: 'Grace Hopper',
  })

  // Unsent marks are restored.
  await page.keyboard.press('2')
  await page.keyboard.press('j')
  await hasFocus(page, 'Cleo King')
  await page.getByText('Not saved').waitFor()
  // With the mouse: keys work after a press on the text of the work.
  await page.getByText('The bridge of Cleo').click()
  await page.keyboard.press('k')
  await hasFocus(page, 'Ben King')
  await page.keyboard.press('.')
  await page.keyboard.press('1')
  await page.getByText('7 of 10 points, 70%, passed').waitFor()
  await findWaitingCount(page, 2).waitFor()
  await page.keyboard.press('d')
  await page.getByText('Draft saved').waitFor()
  expect(await getFeedback(ben, course.lessonId)).toBeNull()
  await page.getByText('2 of 3').waitFor()
  await findWaitingCount(page, 1).waitFor()
  await page.getByText('History').waitFor()
  await expectAccessibleEverywhere(page, 'grading-draft', () => findHeading(page, 'Ben King').waitFor())
  await page.setViewportSize(WIDE_VIEWPORT)

  // Another grader posts the same work meanwhile.
  const [work] = (await admin.get(`${workPath}?state=graded`)).body
  const marks = rubric.criteria.map(({ id, levels }) => ({ criterionId: id, levelId: levels[0]?.id }))
  await admin.put(`${workPath}/${work.id}`, { version: 2, marks, comment: 'Splendid', act: 'post' })
  // After a click on the open work, Enter still posts.
  await page.getByRole('list', { name: 'Work' }).getByRole('link', { name: 'Ben King' }).click()
  await page.keyboard.press('Enter')
  await page.getByText('Ada Lovelace has graded this in the meantime').waitFor()
  await page.getByText('Splendid').first().waitFor()
  await expectAccessibleEverywhere(page, 'grading-conflict', () => page.getByText('Keep mine').waitFor())
  await page.setViewportSize(WIDE_VIEWPORT)
  expect(await getFeedback(ben, course.lessonId)).toMatchObject({ score: 100 })
  await page.getByRole('button', { name: 'Keep mine' }).press('Enter')
  for (const name of [/^Excellent/, /^Good/]) await page.getByRole('button', { name }).click()
  await page.getByText('7 of 10 points, 70%, passed').first().waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await getFeedback(ben, course.lessonId)).score).toBe(70)

  await hasFocus(page, 'Cleo King')
  await page.keyboard.press('r')
  await page.getByText('Say what is to be done again').first().waitFor()
  await page.keyboard.press('c')
  await page.keyboard.type('Try one arch.')
  await page.keyboard.press('Escape')
  await findHeading(page, 'Cleo King').focus()
  await page.keyboard.press('r')
  await page.getByText('Returned for revision').waitFor()
  expect(await getFeedback(cleo, course.lessonId)).toMatchObject({ outcome: 'returned', comment: 'Try one arch.' })
  await page.getByText('Nothing to grade').waitFor()
  await expectAccessibleEverywhere(page, 'grading-done', () => findHeading(page, 'Cleo King').waitFor())
  await page.goto('/grading')
  await page.getByText('Nothing to grade').waitFor()
  await expectAccessibleEverywhere(page, 'grading-empty', () => page.getByText('Nothing to grade').waitFor())
  expectNoErrors(page, { except: [/401/, /400/, /409/] })
})

test('the gradebook shows the state of every learner, links to work to grade, and excuses learners', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const page = await visitor.open(platform.originOf(organization), '/grading/gradebook', {
    as: admin.user?.email ?? '',
    viewport: WIDE_VIEWPORT,
  })
  await page.getByText('No grades yet').waitFor()
  await expectAccessibleEverywhere(page, 'gradebook-empty', () => page.getByText('No grades yet').waitFor())
  await page.setViewportSize(WIDE_VIEWPORT)
  const course = await publishSubmission(admin, { details: { rubric, accepts: ['text', 'link'], doneWhen: 'passed' } })
  await submitWork(organization, 'Ada', course)
  const { email } = await organization.user('student', { firstName: 'Ben', lastName: 'King' })
  await (await organization.client().signIn(email)).post(`/api/tenant/courses/${course.id}/enroll`)
  await page.goto('/grading')
  await page.getByRole('link', { name: 'Gradebook' }).click()
  const grades = page.getByRole('table', { name: 'Learners' })
  const waiting = grades.getByRole('row', { name: /Ada King/ }).getByRole('link', { name: 'To grade' })
  await waiting.waitFor()
  await expectAccessibleEverywhere(page, 'gradebook', () => waiting.waitFor())
  await page.setViewportSize(WIDE_VIEWPORT)
  await page.getByRole('button', { name: 'Actions for Ben King' }).click()
  await page.getByRole('menuitem', { name: 'Excuse from A bridge of paper' }).click()
  await grades
    .getByRole('row', { name: /Ben King/ })
    .getByText('Excused')
    .waitFor()
  await waiting.click()
  await page.getByRole('heading', { name: 'Grading', level: 1 }).waitFor()
  await page.getByRole('list', { name: 'Work' }).getByRole('link', { name: 'Ada King' }).waitFor()
  expectNoErrors(page, { except: [/401/] })
})
