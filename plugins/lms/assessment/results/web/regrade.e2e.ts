import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors, openMenu } from '#core/testing/browser.ts'
import { lms } from '../../../plugin.ts'
import { takeQuiz, newTwoQuestions } from '../../../testing/answered.ts'
import { publishQuiz } from '../../../testing/quizzes.ts'

const test = browserTest([lms], { work: true })

const WIDE_VIEWPORT = { width: 1440, height: 900 }

test('a wrong key is corrected, published and regraded on screen, and its learner sees the new score', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const origin = platform.originOf(organization)
  const admin = await organization.signIn('tenant_admin')
  const details = {
    questions: newTwoQuestions(),
    passPercent: 80,
    feedback: 'after_submission',
    shufflesOptions: false,
  }
  const { id, lessonId } = await publishQuiz(admin, details)
  const answers = [
    ['Grace', 'A cloud'],
    ['Mary', 'A stone'],
  ] as const
  const learners = []
  for (const [firstName, chosen] of answers) {
    const { email } = await organization.user('student', { firstName, lastName: 'Hopper' })
    const learner = await organization.client().signIn(email)
    await learner.post(`/api/tenant/courses/${id}/enroll`)
    await takeQuiz(learner, lessonId, { 'What falls?': chosen, 'Paper burns.': 'true' })
    learners.push({ learner, email })
  }
  const [grace] = learners
  const student = await visitor.open(origin, `/courses/${id}?lesson=${lessonId}`, { as: grace?.email ?? '' })
  await student.getByText('50%', { exact: true }).first().waitFor()

  // The author sees that the key was wrong.
  const page = await visitor.open(origin, `/lms-management/lessons/${lessonId}`, { as: admin.user?.email ?? '' })
  await openMenu(page, 'Actions for What falls?')
  await page.getByRole('menuitem', { name: /^Edit/ }).click()
  const editing = page.getByRole('dialog')
  await editing.getByRole('checkbox', { name: 'Answer 2 is right' }).press('Space')
  await editing.getByRole('button', { name: 'Save' }).click()
  await editing.waitFor({ state: 'detached' })
  await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
  await page.goto(`/lms-management?course=${id}`)
  await page.getByRole('button', { name: 'Publish changes' }).click()
  const publishing = page.getByRole('dialog', { name: 'Publish changes' })
  await publishing.getByRole('button', { name: 'Publish changes' }).click()
  await page.getByText('Changes published').waitFor()

  await page.goto(`/results/${id}/${lessonId}?tab=corrections`)
  await page.getByText('2 attempts from before').waitFor()
  await page.getByRole('button', { name: /What counts for/ }).click()
  await page.getByRole('option', { name: 'Accept only the corrected answer' }).click()
  await page.getByRole('button', { name: 'Preview' }).click()
  const figures = page.getByText('2 of 2: 1 up, 1 down')
  await figures.waitFor()
  await page.getByText('Grace Hopper: 50%, then 100%').waitFor()
  await page.getByText('Mary Hopper: 100%, then 50%').waitFor()
  await expectAccessibleEverywhere(page, 'regrade-preview', () => figures.waitFor())
  await page.setViewportSize(WIDE_VIEWPORT)
  // A preview changes nothing.
  await student.reload()
  await student.getByText('50%', { exact: true }).first().waitFor()

  await page.getByRole('button', { name: 'Grade again' }).click()
  const asking = page.getByRole('alertdialog')
  await asking.getByText('2 scores change.', { exact: false }).waitFor()
  await asking.getByRole('button', { name: 'Grade again' }).click()
  const done = page.getByText('Graded again: 2 of 2. Another score: 2.')
  await done.waitFor()
  // A learner whose score fell keeps her completion, and the course's staff see a warning.
  await page.getByText('They no longer reach the pass mark').waitFor()
  await expectAccessibleEverywhere(page, 'regrade-done', () => done.waitFor())

  await student.reload()
  await student.getByText('100%, passed').waitFor()
  await student.getByRole('button', { name: 'Look at attempt 1' }).click()
  await student.getByRole('heading', { name: 'Attempt 1: submitted' }).waitFor()
  await expectAccessibleEverywhere(student, 'regrade-learner', () => student.getByText('Right').first().waitFor())
  expect(await student.getByText('Wrong', { exact: true }).count()).toBe(0)
  for (const one of [page, student]) expectNoErrors(one, { except: [/401/] })
})
