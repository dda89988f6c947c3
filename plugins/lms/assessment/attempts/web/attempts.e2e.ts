import type { Page } from 'playwright'
import sharp from 'sharp'
import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { newQuestions } from '../../../authoring/questions/testing/questions.ts'
import { lms } from '../../../plugin.ts'
import { publishQuiz } from '../../../testing/quizzes.ts'

const test = browserTest([lms])

const useWideViewport = (page: Page) => page.setViewportSize({ width: 1440, height: 900 })

/** Presses a button with the keyboard alone. */
async function press(page: Page, name: string | RegExp) {
  await page.getByRole('button', { name }).focus()
  await page.keyboard.press('Enter')
}

async function tickOption(page: Page, role: 'radio' | 'checkbox', name: string, nth = 0) {
  await page.getByRole(role, { name }).nth(nth).focus()
  await page.keyboard.press('Space')
}

async function choose(page: Page, prompt: string, match: string) {
  await page.getByRole('button', { name: new RegExp(prompt) }).focus()
  await page.keyboard.press('Enter')
  const option = page.getByRole('option', { name: match })
  await option.focus()
  await page.keyboard.press('Enter')
  await option.waitFor({ state: 'detached' })
}

test('an assessment is taken by keyboard, through a lost connection and a reload, with nothing lost', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const questions = newQuestions().filter(({ type }) => type !== 'long_text' && type !== 'file')
  const { id, lessonId } = await publishQuiz(admin, {
    questions,
    attempts: 2,
    timeLimit: 20,
    feedback: 'after_submission',
    shufflesQuestions: false,
  })
  const learner = await organization.signIn('student')
  await learner.post(`/api/tenant/courses/${id}/enroll`)
  const page = await visitor.open(platform.originOf(organization), 'about:blank', { as: learner.user?.email ?? '' })
  await page.clock.install()
  await page.goto(`/courses/${id}?lesson=${lessonId}`)
  const begin = page.getByRole('button', { name: 'Begin', exact: true })
  await begin.waitFor()
  await expectAccessibleEverywhere(page, 'attempt-start', () => begin.waitFor())
  await useWideViewport(page)
  await press(page, 'Begin')
  await page.getByRole('timer').waitFor()
  await tickOption(page, 'radio', 'Switch off the motor')
  await page.getByText(/^Saved /).waitFor()

  // Answers written offline are stored, and survive a reload.
  await page.route('**/api/tenant/attempts/*/answers/*', (route) => route.abort())
  await tickOption(page, 'checkbox', 'Switch off the motor')
  await tickOption(page, 'radio', 'True')
  await page.getByText('Not saved, 2 answers waiting').first().waitFor()
  await expectAccessibleEverywhere(page, 'attempt-lost', () =>
    page.getByText('Not saved, 2 answers waiting').first().waitFor(),
  )
  await useWideViewport(page)
  await page.reload()
  await page.getByText('3 of 8 questions').waitFor()
  await page.unroute('**/api/tenant/attempts/*/answers/*')
  await press(page, 'Try again')
  await page.getByText(/^Saved /).waitFor()
  const attempts = `/api/tenant/lessons/${lessonId}/attempts`
  const { openId } = (await learner.get(attempts)).body
  const kept = async () => (await learner.get(`/api/tenant/attempts/${openId}`)).body.open.items
  const saved = (await kept()).flatMap(({ answer }: { answer: { type: string } | null }) => answer?.type ?? [])
  expect(saved).toEqual(['single', 'multiple', 'true_false'])

  await page.getByRole('textbox', { name: 'What measures distance?' }).focus()
  await page.keyboard.type('secret sensor')
  await page.getByRole('textbox', { name: 'How long is a metre?' }).focus()
  await page.keyboard.type('100')
  await choose(page, 'Motor', 'moves')
  await choose(page, 'Lamp', 'shines')
  await press(page, 'Answer with this order')
  await page.getByRole('textbox', { name: 'Blank 1' }).focus()
  await page.keyboard.type('secret motor')
  await page.getByRole('textbox', { name: 'Blank 2' }).focus()
  await page.keyboard.type('secret wheel')
  await press(page, 'Flag question 8')
  await page.getByText('8 of 8 questions').waitFor()

  // The time is announced as it passes, also while it is hidden. A save would report the server's time, which is not moved.
  await page.getByText(/^Saved /).waitFor()
  await press(page, 'Hide the time')
  expect(await page.getByRole('timer').count()).toBe(0)
  await page.clock.fastForward('10:30')
  await page.getByText('Half of the time is left.').waitFor({ state: 'attached' })
  await page.clock.fastForward('04:45')
  await page.getByText('Less than 5 minutes are left.').waitFor()
  await press(page, 'Show the time')
  await page.getByRole('button', { name: 'Question 8, answered, flagged' }).waitFor()
  await expectAccessibleEverywhere(page, 'attempt-taking', () => page.getByRole('timer').waitFor())
  await useWideViewport(page)
  // At 200% zoom.
  await page.setViewportSize({ width: 720, height: 450 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  await useWideViewport(page)

  await press(page, 'Submit')
  await page.getByText('All questions are answered. 1 is flagged.').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Submit' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Attempt 1: submitted' }).waitFor()
  await page.getByText('A secret: well done').first().waitFor()
  await expectAccessibleEverywhere(page, 'attempt-review', () =>
    page.getByRole('heading', { name: 'Attempt 1: submitted' }).waitFor(),
  )
  await useWideViewport(page)
  await press(page, 'Back to all attempts')
  await page.getByRole('button', { name: 'Look at attempt 1' }).waitFor()
  const { attempts: listed } = (await learner.get(attempts)).body
  expect(listed).toHaveLength(1)
  expectNoErrors(page, { except: [/401/, /ERR_FAILED/] })
})

test('practice shows the verdict on each answer at once, and completes its course when it is passed', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const questions = newQuestions().filter(({ type }) => type === 'true_false' || type === 'short_text')
  const { id, lessonId } = await publishQuiz(
    admin,
    { questions, isOnePerPage: true, passPercent: 100 },
    { contentType: 'quiz' },
  )
  const learner = await organization.signIn('student')
  await learner.post(`/api/tenant/courses/${id}/enroll`)
  const page = await visitor.open(platform.originOf(organization), `/courses/${id}?lesson=${lessonId}`, {
    as: learner.user?.email ?? '',
  })
  await press(page, 'Begin')
  await tickOption(page, 'radio', 'True')
  await press(page, 'Check the answer to question 1')
  await page.getByText('Right', { exact: true }).waitFor()
  await press(page, 'Next question')
  const text = page.getByRole('textbox', { name: 'What measures distance?' })
  await text.fill('secret sensor')
  await expectAccessibleEverywhere(page, 'attempt-practice', () => text.waitFor())
  await useWideViewport(page)
  // Submitted offline, the attempt is sent as soon as there is a connection.
  await page.route('**/finish', (route) => route.abort())
  await press(page, 'Submit')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Submit' }).click()
  await page.getByText(/It will be submitted as soon as you are back online/).waitFor()
  await page.unroute('**/finish')
  await page.getByRole('heading', { name: 'Attempt 1: submitted' }).waitFor()
  await page.getByText('Passed', { exact: true }).waitFor()
  await page.getByText('Course Completed!').waitFor()
  expectNoErrors(page, { except: [/401/, /ERR_FAILED/] })
})

test('a long text and a file are answered, and wait for a grader', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const questions = newQuestions().filter(({ type }) => type === 'long_text' || type === 'file')
  const { id, lessonId } = await publishQuiz(admin, {
    questions,
    feedback: 'after_submission',
    shufflesQuestions: false,
  })
  const learner = await organization.signIn('student')
  await learner.post(`/api/tenant/courses/${id}/enroll`)
  const page = await visitor.open(platform.originOf(organization), `/courses/${id}?lesson=${lessonId}`, {
    as: learner.user?.email ?? '',
  })
  await press(page, 'Begin')
  await page.getByRole('textbox', { name: 'What did you learn?' }).fill('To ask before I build.')
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add file' }).click()
  const buffer = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()
  await (await choosing).setFiles({ name: 'robot.jpg', mimeType: 'image/jpeg', buffer })
  const file = page.getByRole('list', { name: 'Files for question 2' }).getByRole('link', { name: /^robot/ })
  await file.waitFor()
  await page.getByText(/^Saved /).waitFor()
  // The uploaded file is there after a reload.
  await page.reload()
  await file.waitFor()
  await expectAccessibleEverywhere(page, 'attempt-files', () => file.waitFor())
  await useWideViewport(page)
  await press(page, 'Submit')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Submit' }).click()
  await page.getByText('Your instructor will grade your answers.', { exact: false }).waitFor()
  await file.waitFor()
  expectNoErrors(page, { except: [/401/] })
})
