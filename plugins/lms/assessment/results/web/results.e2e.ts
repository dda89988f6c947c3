import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { lms } from '../../../plugin.ts'
import { answerAttempt, correctQuestions, takeQuiz, newTwoQuestions } from '../../../testing/answered.ts'
import { beginAttempt } from '../../../testing/attempts.ts'
import { publishQuiz, writeQuiz } from '../../../testing/quizzes.ts'

const test = browserTest([lms], { work: true })

const WIDE_VIEWPORT = { width: 1440, height: 900 }

test('an admin views results, adds time, reopens an attempt and sets accommodations', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const page = await visitor.openHome(platform.originOf(organization), admin.user?.email ?? '')
  await page.getByRole('link', { name: 'Grading' }).click()
  await page.getByRole('link', { name: 'Quiz Results' }).click()
  await expectAccessibleEverywhere(page, 'quiz-results-none', () => page.getByText('No attempts yet').waitFor())
  await page.setViewportSize(WIDE_VIEWPORT)

  const questions = newTwoQuestions()
  const rules = { passPercent: 80, timeLimit: 10 }
  const { id, lessonId } = await publishQuiz(admin, { ...rules, questions })
  const people = [
    { firstName: 'Grace', lastName: 'Hopper' },
    { firstName: 'Mary', lastName: 'Ward' },
  ]
  const [grace, mary] = await Promise.all(
    people.map(async (name) => {
      const { email } = await organization.user('student', name)
      return organization.client().signIn(email)
    }),
  )
  if (!grace || !mary) throw new Error('Both learners sign in')
  for (const one of [grace, mary]) await one.post(`/api/tenant/courses/${id}/enroll`)
  const first = await takeQuiz(grace, lessonId, { 'What falls?': 'A cloud', 'Paper burns.': 'true' })
  const before = await beginAttempt(mary, lessonId)

  await page.goto(`/courses/${id}`)
  await page.getByRole('link', { name: 'What do you know?' }).click()
  const learners = page.getByRole('table', { name: 'Learners' })
  await expectAccessibleEverywhere(page, 'quiz-results-learners', () =>
    page.getByRole('link', { name: 'Grace Hopper' }).waitFor(),
  )
  await page.setViewportSize(WIDE_VIEWPORT)
  await page.getByRole('tab', { name: 'Questions' }).click()
  await expectAccessibleEverywhere(page, 'quiz-results-questions', () =>
    page.getByText('What falls?').first().waitFor(),
  )
  await page.setViewportSize(WIDE_VIEWPORT)

  // Adds time to the attempt in progress.
  await page.getByRole('tab', { name: 'Learners' }).click()
  await learners.getByRole('link', { name: 'Mary Ward' }).click()
  await page.getByRole('button', { name: 'Grant time or attempts' }).click()
  await page.getByRole('textbox', { name: 'More minutes' }).fill('5')
  await page.getByRole('button', { name: 'Grant', exact: true }).click()
  await page.getByText('Say why').waitFor()
  await expectAccessibleEverywhere(page, 'quiz-results-grant', () => page.getByText('Say why').waitFor())
  await page.setViewportSize(WIDE_VIEWPORT)
  await page.getByRole('textbox', { name: 'Why' }).fill('Fire drill')
  await page.getByRole('button', { name: 'Grant', exact: true }).click()
  await page.getByText('+5 min').waitFor()
  const after = await beginAttempt(mary, lessonId)
  expect(Date.parse(after.endsAt ?? '') - Date.parse(before.endsAt ?? '')).toBe(300_000)

  // Views and reopens an attempt that is over.
  await page.getByRole('link', { name: 'All learners' }).click()
  await learners.getByRole('link', { name: 'Grace Hopper' }).click()
  await expectAccessibleEverywhere(page, 'quiz-results-learner', () => page.getByText('Submitted').first().waitFor())
  await page.setViewportSize(WIDE_VIEWPORT)
  await page.getByRole('link', { name: 'Attempt 1' }).click()
  await expectAccessibleEverywhere(page, 'quiz-results-attempt', () =>
    page.getByText('Correct answer').first().waitFor(),
  )
  await page.setViewportSize(WIDE_VIEWPORT)
  await page.getByRole('link', { name: 'Grace Hopper' }).click()
  await page.getByRole('button', { name: 'Actions for attempt 1' }).click()
  await page.getByRole('menuitem', { name: 'Reopen' }).click()
  await page.getByRole('button', { name: 'Reopen', exact: true }).click()
  await page.getByText('Attempt reopened').waitFor()
  await page.getByRole('table', { name: 'Attempts' }).getByText('Under way').waitFor()

  // Corrects a question.
  await writeQuiz(admin, {
    lessonId,
    contentType: 'assessment',
    details: { ...rules, questions: correctQuestions(questions) },
  })
  await grace.post(`/api/tenant/attempts/${first}/finish`)
  await admin.put(`/api/lms/courses/${id}`, { status: 'published' })
  await page.goto(`/results/${id}/${lessonId}?tab=corrections`)
  await page.getByRole('button', { name: /What counts for/ }).click()
  await page.getByRole('option', { name: 'Accept only the corrected answer' }).click()
  await page.getByRole('button', { name: 'Preview' }).click()
  await expectAccessibleEverywhere(page, 'quiz-corrections', () => page.getByText('1 of 1: 1 up, 0 down').waitFor())
  await page.setViewportSize(WIDE_VIEWPORT)
  await page.getByRole('button', { name: 'Grade again' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Grade again' }).click()
  await page.getByText('Graded again: 1 of 1. Another score: 1.').waitFor()

  // Accommodations apply to all quizzes.
  await page.goto('/accommodations?search=ward')
  await page.getByRole('button', { name: 'Change how Mary Ward takes quizzes' }).click()
  await page.getByRole('button', { name: /Time/ }).click()
  await page.getByRole('option', { name: 'Double' }).click()
  await expectAccessibleEverywhere(page, 'accommodation', () => page.getByText('Minutes for breaks').waitFor())
  await page.setViewportSize(WIDE_VIEWPORT)
  await page.getByText('Larger text').click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Time: double').waitFor()
  await expectAccessibleEverywhere(page, 'accommodations', () => page.getByText('Time: double').waitFor())
  expect(await beginAttempt(mary, lessonId)).toMatchObject({ isLarger: true })
  expectNoErrors(page, { except: [/401/] })
})

test('an instructor who takes an assessment reads why its answers are hidden, and sees them after their own attempt', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const questions = [
    ...newTwoQuestions(),
    { id: crypto.randomUUID(), type: 'long_text', prompt: 'Why does it fall?', guidance: 'It is heavy.' },
  ]
  const { id, lessonId } = await publishQuiz(admin, { questions, feedback: 'after_submission' })
  const student = await organization.signIn('student')
  const teacher = await organization.signIn('instructor')
  for (const one of [student, teacher]) await one.post(`/api/tenant/courses/${id}/enroll`)
  const begun = await beginAttempt(student, lessonId)
  await answerAttempt(student, begun, { 'What falls?': 'A stone' })
  const essay = begun.items.find(({ question }) => question.type === 'long_text')
  const answer = { type: 'long_text', text: 'It is a stone.' }
  await student.put(`/api/tenant/attempts/${begun.id}/answers/${essay?.item}`, { answer, sequence: 2 })
  await student.post(`/api/tenant/attempts/${begun.id}/finish`)

  const page = await visitor.openHome(platform.originOf(organization), teacher.user?.email ?? '')
  const why = page.getByText('You take this assessment yourself. Answers are shown after your own attempt.')
  await page.goto(`/results/attempts/${begun.id}`)
  await expectAccessibleEverywhere(page, 'quiz-answers-hidden', () => why.waitFor())
  await page.setViewportSize(WIDE_VIEWPORT)
  await page.goto(`/results/${id}/${lessonId}?tab=questions`)
  await why.waitFor()
  const [work] = (await admin.get('/api/tenant/grading/work')).body
  await page.goto(`/grading?work=${work.id}`)
  await why.waitFor()
  await takeQuiz(teacher, lessonId, {})
  await page.goto(`/results/attempts/${begun.id}`)
  await page.getByText('It is a stone.').waitFor()
  expectNoErrors(page, { except: [/401/, /403/] })
})
