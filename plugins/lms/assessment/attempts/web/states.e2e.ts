import type { Page } from 'playwright'
import { expect } from 'vitest'
import { browserTest, type BrowserPlatform, type Visitor } from '#core/testing/browser-harness.ts'
import { expectAccessible, expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { newQuestions } from '../../../authoring/questions/testing/questions.ts'
import { lms } from '../../../plugin.ts'
import { takeQuiz, newTwoQuestions } from '../../../testing/answered.ts'
import { workPath } from '../../../testing/calls-grading.ts'
import { publishQuiz } from '../../../testing/quizzes.ts'

const test = browserTest([lms])

const WIDE_VIEWPORT = { width: 1440, height: 900 }
const MINUTE_MS = 60_000

/** Opens a page that does not exist, as a student with a course of one quiz. */
async function openAsStudent(platform: BrowserPlatform, details: object) {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id, lessonId } = await publishQuiz(admin, { shufflesQuestions: false, ...details })
  const learner = await organization.signIn('student')
  await learner.post(`/api/tenant/courses/${id}/enroll`)
  const open = async (visitor: Visitor) => {
    const page = await visitor.open(platform.originOf(organization), `/courses/${id}?lesson=${lessonId}`, {
      as: learner.user?.email ?? '',
    })
    return page
  }
  return { admin, learner, lessonId, id, open }
}

async function takeScreenshot(page: Page, name: string, text: string | RegExp) {
  const shown = page.getByText(text).first()
  await shown.waitFor()
  await expectAccessibleEverywhere(page, name, () => shown.waitFor())
  await page.setViewportSize(WIDE_VIEWPORT)
}

const right = { 'What falls?': 'A stone', 'Paper burns.': 'true' }
const begin = (page: Page) => page.getByRole('button', { name: /^Begin/ })

test('a quiz says that it has no questions, when the next attempt can begin, and that none is left', async ({
  platform,
  visitor,
}) => {
  const empty = await openAsStudent(platform, { questions: [] })
  const waiting = await openAsStudent(platform, { questions: newTwoQuestions(), attempts: 2, waitMinutes: 60 })
  await takeQuiz(waiting.learner, waiting.lessonId, { 'What falls?': 'A cloud' })
  const nothing = await empty.open(visitor)
  await takeScreenshot(nothing, 'attempt-no-questions', 'This quiz has no questions yet, so there is nothing to start.')
  for (const promise of [/Pass mark/, /0 questions/]) expect(await nothing.getByText(promise).count()).toBe(0)
  expect(await begin(nothing).count()).toBe(0)
  const author = await visitor.open(new URL(nothing.url()).origin, `/lms-management/lessons/${empty.lessonId}`, {
    as: empty.admin.user?.email ?? '',
  })
  await takeScreenshot(author, 'quiz-editor-empty', 'Unfinished: not required yet')

  const page = await waiting.open(visitor)
  await takeScreenshot(page, 'attempt-wait', /another attempt|next attempt|can be begun/i)
  expect(await begin(page).count()).toBe(0)
  platform.clock.forward(61 * MINUTE_MS)
  await page.reload()
  await begin(page).waitFor()
  await takeQuiz(waiting.learner, waiting.lessonId, right)
  await page.reload()
  await takeScreenshot(page, 'attempt-none-left', 'There are no attempts left.')
  expect(await begin(page).count()).toBe(0)
  for (const one of [nothing, page, author]) expectNoErrors(one, { except: [/401/] })
})

test('the last minute is shown and announced, and an attempt whose time is over is submitted automatically', async ({
  platform,
  visitor,
}) => {
  const { open } = await openAsStudent(platform, {
    questions: newTwoQuestions(),
    timeLimit: 10,
    feedback: 'after_submission',
  })
  const page = await open(visitor)
  await page.clock.install()
  await page.reload()
  await begin(page).click()
  await page.getByRole('timer').waitFor()
  await page.getByRole('radio', { name: 'A stone' }).check({ force: true })
  await page.getByText(/^Saved /).waitFor()
  await page.clock.fastForward('09:15')
  await page.getByText('Less than a minute is left.').waitFor()
  // Less than a minute is left to review the attempt.
  await expectAccessible(page)
  platform.clock.forward(11 * MINUTE_MS)
  await page.clock.fastForward('01:30')
  await page.getByRole('heading', { name: 'Attempt 1: submitted' }).waitFor()
  await takeScreenshot(page, 'attempt-ended-itself', 'Attempt 1: submitted')
  expectNoErrors(page, { except: [/401/, /409/] })
})

test('an answer that needs a grader waits, is graded, and shows its points and comment', async ({
  platform,
  visitor,
}) => {
  const questions = newQuestions().filter(({ type }) => type === 'long_text' || type === 'true_false')
  const { admin, open } = await openAsStudent(platform, { questions, feedback: 'after_submission' })
  const page = await open(visitor)
  await begin(page).click()
  await page.getByRole('textbox', { name: 'What did you learn?' }).fill('To ask before I build a thing that moves.')
  await page.getByRole('radio', { name: 'True' }).check({ force: true })
  await page.getByText(/^Saved /).waitFor()
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Submit' }).click()
  await takeScreenshot(page, 'attempt-waits', /Your instructor will grade your answers/)
  await page.getByRole('button', { name: 'Back to all attempts' }).click()
  await takeScreenshot(page, 'attempt-waits-listed', /Waits for a grade/)

  const grader = await visitor.openHome(new URL(page.url()).origin, admin.user?.email ?? '', {
    viewport: WIDE_VIEWPORT,
  })
  const [work] = (await admin.get(workPath)).body
  await grader.goto(`/grading?work=${work.id}`)
  await takeScreenshot(grader, 'grading-attempt', 'To ask before I build a thing that moves.')
  await grader.getByRole('button', { name: /Full/ }).click()
  await grader.getByRole('button', { name: 'Comment or other points' }).click()
  await grader.getByRole('textbox', { name: /^Comment on Question/ }).fill('Wisely said.')
  await grader.getByRole('button', { name: 'Post grade' }).click()
  await grader.getByText('Grade posted').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Look at attempt 1' }).click()
  await takeScreenshot(page, 'attempt-graded', 'Wisely said.')
  for (const one of [page, grader]) expectNoErrors(one, { except: [/401/] })
})

test('a screen reader reads each question with its state, and at twice the size nothing is cut off', async ({
  platform,
  visitor,
}) => {
  const { open } = await openAsStudent(platform, { questions: newQuestions(), timeLimit: 20, shufflesOptions: false })
  const page = await open(visitor)
  await page.setViewportSize({ width: 720, height: 450 })
  await begin(page).click()
  await page.getByRole('timer').waitFor()
  const snapshot = await page.getByRole('main').ariaSnapshot()
  for (const heard of [
    /timer/,
    /progressbar "Answered"/,
    /button "Question 1, not answered/,
    /radiogroup "A robot falls\. What comes first\?"/,
    /group "What can hurt\?"/,
    /radiogroup "Batteries can burn\."/,
    /textbox "What measures distance\?"/,
    /textbox "How long is a metre\?"/,
    /textbox "Blank 1"/,
    /textbox "What did you learn\?"/,
    /button "Add file"/,
    /button "Submit"/,
  ]) {
    expect(snapshot).toMatch(heard)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  await expectAccessibleEverywhere(page, 'attempt-every-type', () => page.getByRole('timer').waitFor())
  expectNoErrors(page, { except: [/401/] })
})
