import type { Page } from 'playwright'
import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import {
  expectAccessible,
  expectAccessibleEverywhere,
  expectNoErrors,
  openMenu,
  waitForFocus,
} from '#core/testing/browser.ts'
import { create } from '#core/testing/calls.ts'
import { lms } from '../../../plugin.ts'

const test = browserTest([lms])

const choose = async (page: Page, button: string, item: RegExp) => {
  await openMenu(page, button)
  await page.getByRole('menuitem', { name: item }).click()
}
const waitUntilSaved = (page: Page) => page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
/** Lists prompts in their order. */
const listOrder = (page: Page) =>
  page
    .getByRole('button', { name: /^Drag / })
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')?.replace('Drag ', '')))

test('an author builds an assessment of questions and pools, and orders it by keyboard', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id: courseId } = await create<{ id: string }>(admin, '/api/lms/courses', { title: 'Robots' })
  const lesson = { courseId, title: 'Final check', contentType: 'assessment' }
  const { id } = await create<{ id: string }>(admin, '/api/lms/lessons', lesson)
  const { id: bankId } = await create<{ id: string }>(admin, '/api/lms/question-banks', { name: 'Safety' })
  const statement = (prompt: string) => ({ id: crypto.randomUUID(), type: 'true_false', prompt, isTrue: true })
  const questions = [statement('Batteries burn.'), statement('Paper burns.')]
  await create(admin, `/api/lms/question-banks/${bankId}/copies`, { questions })
  const content = async () => (await admin.get(`/api/lms/lessons/${id}/content`)).body

  const page = await visitor.open(platform.originOf(organization), `/lms-management/lessons/${id}`, {
    as: admin.user?.email ?? '',
  })
  await page.getByText('There are no questions').waitFor()
  await choose(page, 'Add question', /^Short text/)
  await waitForFocus(page.getByRole('textbox', { name: 'Question', exact: true }))
  await page.keyboard.type('What drives a wheel?')
  await page.getByRole('textbox', { name: 'Right answer 1' }).fill('motor')
  await page.keyboard.press('Enter')
  await page.getByText('Short text · 1 point').waitFor()
  await waitUntilSaved(page)

  await page.getByRole('button', { name: 'Copy from a bank' }).click()
  const copying = page.getByRole('dialog', { name: 'Copy from a bank' })
  await copying.getByRole('button', { name: /Question bank/ }).click()
  await page.getByRole('option', { name: /Safety/ }).click()
  await copying.getByRole('checkbox', { name: 'Batteries burn.' }).focus()
  await page.keyboard.press('Space')
  await copying.getByRole('checkbox', { name: 'Paper burns.' }).focus()
  await page.keyboard.press('Space')
  await expectAccessible(page)
  await copying.getByRole('button', { name: 'Copy 2 questions' }).click()
  await copying.waitFor({ state: 'detached' })
  await choose(page, 'Actions for Paper burns.', /^Move to the beginning$/)
  await expect.poll(() => listOrder(page)).toEqual(['Paper burns.', 'What drives a wheel?', 'Batteries burn.'])
  await choose(page, 'Actions for Paper burns.', /^Remove$/)
  await page.getByRole('switch', { name: 'Shuffle answers' }).press('Space')
  await page
    .getByRole('region', { name: /notification/i })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect.poll(() => listOrder(page)).toEqual(['Paper burns.', 'What drives a wheel?', 'Batteries burn.'])

  await page.getByRole('button', { name: 'Copy to a bank' }).click()
  const giving = page.getByRole('dialog', { name: 'Copy to a bank' })
  await giving.getByRole('button', { name: /Question bank/ }).click()
  await page.getByRole('option', { name: /Safety/ }).click()
  await giving.getByRole('button', { name: 'Copy 3 questions' }).click()
  await giving.waitFor({ state: 'detached' })
  expect((await admin.get(`/api/lms/question-banks/${bankId}`)).body.questionCount).toBe(5)

  await page.getByRole('button', { name: 'Add pool' }).click()
  const pooling = page.getByRole('dialog', { name: 'Add pool' })
  await pooling.getByRole('button', { name: /Question bank/ }).click()
  await page.getByRole('option', { name: /Safety/ }).click()
  await pooling.getByRole('textbox', { name: 'Questions drawn' }).fill('9')
  await pooling.getByRole('button', { name: 'Add pool' }).focus()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await page.getByText('The bank has 5').waitFor()
  await page.getByRole('textbox', { name: 'Pass mark (%)' }).fill('70')
  await page.getByRole('textbox', { name: /^Time limit/ }).fill('20')
  await page.keyboard.press('Tab')
  await page.getByText('When the time is over').waitFor()
  await waitUntilSaved(page)
  await expect
    .poll(async () => (await content()).details)
    .toMatchObject({
      questions: [{ prompt: 'Paper burns.' }, { accepted: ['motor'] }, { prompt: 'Batteries burn.' }],
      pools: [{ bankId, count: 9, points: 1 }],
      // A setting changed between a removal and its Undo stays.
      shufflesOptions: false,
      passPercent: 70,
      timeLimit: 20,
    })
  await expectAccessibleEverywhere(page, 'quiz-editor', () => page.getByText('The bank has 5').waitFor())
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('radio', { name: 'Preview', exact: true }).click()
  await expectAccessibleEverywhere(page, 'quiz-preview', () =>
    page.getByText('The questions are shown when an attempt begins.').waitFor(),
  )
  expectNoErrors(page, { except: [/401/] })
})
