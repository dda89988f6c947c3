import { readFile } from 'node:fs/promises'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectNoErrors } from '#core/testing/browser.ts'
import { newQuestions } from '../../../authoring/questions/testing/questions.ts'
import { lms } from '../../../plugin.ts'
import { publishQuiz } from '../../../testing/quizzes.ts'

const test = browserTest([lms])

test('a quiz is taken and submitted on a page that the browser translates', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const questions = newQuestions().filter(({ type }) => ['single', 'multiple', 'true_false'].includes(type))
  const { id, lessonId } = await publishQuiz(admin, { questions, attempts: 2, shufflesQuestions: false })
  const learner = await organization.signIn('student')
  await learner.post(`/api/tenant/courses/${id}/enroll`)
  const page = await visitor.open(platform.originOf(organization), `/courses/${id}?lesson=${lessonId}`, {
    as: learner.user?.email ?? '',
  })
  const begin = page.getByRole('button', { name: 'Begin', exact: true })
  await begin.waitFor()
  const translate = await readFile(
    new URL('../../../../../core/web/testing/cases/translated-page.js', import.meta.url),
    'utf8',
  )
  await page.evaluate(translate)
  await begin.click()
  const press = async (role: 'radio' | 'checkbox', name: string) => {
    await page.getByRole(role, { name }).first().focus()
    await page.keyboard.press('Space')
  }
  await press('radio', 'Switch off the motor')
  await page.getByText('1 of 3 questions').waitFor()
  await press('checkbox', 'Switch off the motor')
  await page.getByText('2 of 3 questions').waitFor()
  await press('radio', 'True')
  await page.getByText('3 of 3 questions').waitFor()
  await page.getByText(/^Saved /).waitFor()
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('button', { name: 'Back to all attempts' }).click()
  await page.getByRole('button', { name: 'Look at attempt 1' }).waitFor()
  expectNoErrors(page, { except: [/401/] })
})
