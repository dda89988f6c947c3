import type { Page } from 'playwright'
import { expect } from 'vitest'
import { browserTest, type BrowserPlatform, type Visitor } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { lms } from '../../../plugin.ts'
import { publishQuiz } from '../../../testing/quizzes.ts'

const test = browserTest([lms])

const MINUTE_MS = 60_000

const newQuestion = (prompt: string) => ({ id: crypto.randomUUID(), type: 'true_false', prompt, isTrue: true })

interface World {
  platform: BrowserPlatform
  visitor: Visitor
}

/** Opens a quiz of two questions as a student. */
async function prepareQuiz({ platform, visitor }: World, details: object) {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const questions = [newQuestion('Paper burns.'), newQuestion('Stones fall.')]
  const { id, lessonId } = await publishQuiz(admin, { questions, shufflesQuestions: false, attempts: 3, ...details })
  const learner = await organization.signIn('student')
  await learner.post(`/api/tenant/courses/${id}/enroll`)
  const path = `/courses/${id}?lesson=${lessonId}`
  const page = await visitor.open(platform.originOf(organization), path, { as: learner.user?.email ?? '' })
  return { page, learner, lessonId }
}

const answer = (page: Page, name: string, nth: number) =>
  page.getByRole('radio', { name }).nth(nth).check({ force: true })
const waitUntilSaved = (page: Page) => page.getByText(/^Saved /).waitFor()
async function submitQuiz(page: Page) {
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Submit' }).click()
}

test('once the time is over, saved answers can be submitted within the grace period, and late ones are named', async ({
  platform,
  visitor,
}) => {
  const world = { platform, visitor }
  const { page } = await prepareQuiz(world, { timeLimit: 10, timeEnd: 'grace', feedback: 'after_submission' })
  await page.getByRole('button', { name: 'Begin', exact: true }).click()
  await answer(page, 'True', 0)
  await waitUntilSaved(page)
  platform.clock.forward(11 * MINUTE_MS)
  await answer(page, 'True', 1)
  const late = page.getByText('The time of this attempt is over, or it was submitted.')
  await late.waitFor()
  await page.getByText(/You can submit saved answers until/).waitFor()
  // The message is shown before and after the server has ended the time.
  await late.waitFor()
  await expectAccessibleEverywhere(page, 'attempt-overdue', () => late.waitFor())
  await page.setViewportSize({ width: 1440, height: 900 })
  await submitQuiz(page)
  await page.getByRole('heading', { name: 'Attempt 1: submitted' }).waitFor()
  await page.getByText('50%').first().waitFor()
  expectNoErrors(page, { except: [/401/, /409/] })
})

test('answers that are shown once are not shown again, and a quiz that never shows them says so', async ({
  platform,
  visitor,
}) => {
  const world = { platform, visitor }
  for (const feedback of ['once', 'never']) {
    const { page, learner, lessonId } = await prepareQuiz(world, { feedback })
    await page.getByRole('button', { name: 'Begin', exact: true }).click()
    await answer(page, 'False', 0)
    await waitUntilSaved(page)
    await submitQuiz(page)
    await page.getByRole('heading', { name: 'Attempt 1: submitted' }).waitFor()
    const wrong = page.getByText('Wrong', { exact: true }).first()
    if (feedback === 'once') await wrong.waitFor()
    await expectAccessibleEverywhere(page, `attempt-${feedback}`, () =>
      page.getByRole('heading', { name: 'Attempt 1: submitted' }).waitFor(),
    )
    await page.setViewportSize({ width: 1440, height: 900 })
    platform.clock.forward(2 * MINUTE_MS)
    await page.reload()
    await page.getByRole('button', { name: 'Look at attempt 1' }).click()
    await page.getByRole('heading', { name: 'Attempt 1: submitted' }).waitFor()
    const words = feedback === 'once' ? /once/ : /not (shown|told)/
    await page.getByText(words).first().waitFor()
    expect(await wrong.count()).toBe(0)
    expect((await learner.get(`/api/tenant/lessons/${lessonId}/attempts`)).body.attempts).toHaveLength(1)
    expectNoErrors(page, { except: [/401/] })
  }
})

test('two tabs with one attempt: the older one shows the answer that counts', async ({ platform, visitor }) => {
  const world = { platform, visitor }
  const { page } = await prepareQuiz(world, {})
  await page.getByRole('button', { name: 'Begin', exact: true }).click()
  await answer(page, 'True', 0)
  await waitUntilSaved(page)
  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.getByText('1 of 2 questions').waitFor()
  // Saves of the first tab fail, while the second one goes on.
  await page.route('**/answers/*', (route) => route.abort())
  await answer(page, 'True', 1)
  await page.getByText('Not saved, 1 answer waiting').first().waitFor()
  await answer(other, 'False', 1)
  await waitUntilSaved(other)
  await page.unroute('**/answers/*')
  // The page retries by itself.
  await page.getByText(/answered in another window/).waitFor()
  expect(await page.getByRole('radio', { name: 'False' }).nth(1).isChecked()).toBe(true)
  // An answer chosen now is newer than either.
  await answer(page, 'True', 1)
  await page.getByText(/answered in another window/).waitFor({ state: 'detached' })
  await waitUntilSaved(page)
  await other.reload()
  await other.getByText('2 of 2 questions').waitFor()
  expect(await other.getByRole('radio', { name: 'True' }).nth(1).isChecked()).toBe(true)
  expectNoErrors(page, { except: [/401/, /ERR_FAILED/] })
})

test('where there is no going back, the next question arrives once the connection is back', async ({
  platform,
  visitor,
}) => {
  const oneWay = { isOnePerPage: true, canGoBack: false, feedback: 'after_submission' }
  const { page } = await prepareQuiz({ platform, visitor }, oneWay)
  await page.getByRole('button', { name: 'Begin', exact: true }).click()
  await page.getByText('You cannot go back to a question.').waitFor()
  await page.route('**/api/tenant/attempts/**', (route) => route.abort())
  await answer(page, 'True', 0)
  await page.getByText('The next question needs a connection.', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Next question' }).click()
  const coming = page.getByText(/The next question comes as soon as you are back online/)
  await coming.waitFor()
  expect(await page.content()).not.toContain('Stones fall.')
  await expectAccessibleEverywhere(page, 'attempt-one-way', () => coming.waitFor())
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.unroute('**/api/tenant/attempts/**')
  await page.getByText('Stones fall.').waitFor()
  await page.locator('#attempt-question-2:focus').waitFor()
  expect(await page.getByText('Paper burns.').count()).toBe(0)
  await answer(page, 'False', 0)
  await waitUntilSaved(page)
  await page.reload()
  await page.getByText('2 of 2 questions').waitFor()
  await submitQuiz(page)
  await page.getByRole('heading', { name: 'Attempt 1: submitted' }).waitFor()
  await page.getByText('50%').first().waitFor()
  expectNoErrors(page, { except: [/401/, /ERR_FAILED/] })
})
