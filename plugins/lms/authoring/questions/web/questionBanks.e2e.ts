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
import { lms } from '../../../plugin.ts'
import { newQuestions } from '../testing/questions.ts'

const test = browserTest([lms])

const choose = async (page: Page, button: string, item: RegExp) => {
  await openMenu(page, button)
  await page.getByRole('menuitem', { name: item }).click()
}

test('an admin saves questions of every type in a bank, by keyboard too', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const page = await visitor.openHome(platform.originOf(organization), admin.user?.email ?? '')
  await page.getByRole('link', { name: 'Courses & Builder' }).click()
  await page.getByRole('link', { name: 'Question banks' }).click()
  await page.getByText('No question banks yet').waitFor()
  await page.getByRole('button', { name: 'Add question bank' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Robots')
  await page.keyboard.press('Enter')
  await page.getByText('No questions yet').waitFor()

  await choose(page, 'Add question', /^Single choice/)
  const adding = page.getByRole('dialog', { name: 'Add question' })
  await waitForFocus(page.getByRole('textbox', { name: 'Question', exact: true }))
  await page.keyboard.type('What comes first?')
  await adding.getByLabel('Answer 1', { exact: true }).fill('Switch it off')
  await adding.getByLabel('Answer 2', { exact: true }).fill('Catch it')
  await adding.getByRole('button', { name: 'Add question' }).click()
  await adding.getByText('Mark exactly one answer as right').waitFor()
  await expectAccessible(page)
  await adding.getByRole('checkbox', { name: 'Answer 2 is right' }).focus()
  await page.keyboard.press('Space')
  // Another answer replaces it.
  await adding.getByRole('checkbox', { name: 'Answer 1 is right' }).focus()
  await page.keyboard.press('Space')
  expect(await adding.getByRole('checkbox', { name: 'Answer 2 is right' }).isChecked()).toBe(false)
  await adding.getByLabel('Tags').fill('safety')
  await adding.getByRole('button', { name: 'Add question' }).click()
  await adding.waitFor({ state: 'detached' })
  await page.getByText('Single choice · 1 point').waitFor()

  const bankId = new URL(page.url()).pathname.split('/').at(-1)
  const { status } = await admin.post(`/api/lms/question-banks/${bankId}/copies`, { questions: newQuestions() })
  expect(status).toBe(201)
  await expectAccessibleEverywhere(page, 'question-bank', async () => {
    await page.reload()
    await page.getByText('Fill in the blanks · 1 point').waitFor()
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const [prompt, changed] of [
    ['What belongs together?', 'Pairs'],
    ['In which order?', 'Items, in the right order'],
    ['A {1} drives the {2}.', 'Blanks'],
    ['How long is a metre?', 'Tolerance (±)'],
    ['Batteries can burn.', 'Statement'],
  ] as const) {
    await choose(page, `Actions for ${prompt}`, /^Edit$/)
    const editing = page.getByRole('dialog', { name: 'Edit question' })
    await editing.getByText(changed, { exact: true }).waitFor()
    await expectAccessible(page)
    await editing.getByRole('button', { name: 'Save changes' }).click()
    await editing.waitFor({ state: 'detached' })
  }
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('dialog', { name: 'Preview' })
  for (let number = 1; number <= 11; number += 1) {
    await preview.getByText(`Question ${number} of 11`).waitFor()
    await expectAccessible(page)
    if (number < 11) await preview.getByRole('button', { name: 'Next' }).click()
  }
  await page.keyboard.press('Escape')
  await preview.waitFor({ state: 'detached' })

  await choose(page, 'Actions for Robots', /^Import questions$/)
  const importing = page.getByRole('dialog', { name: 'Import questions' })
  const pick = (text: string) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'moodle.txt', mimeType: 'text/plain', buffer: Buffer.from(text) })
  await pick('Batteries burn. {T}\n\nNo braces')
  await importing.getByText('1 thing is wrong').waitFor()
  await importing.getByText('Line 3').waitFor()
  await expectAccessible(page)
  await pick('Paper burns. {T}')
  await importing.getByRole('button', { name: 'Import 1 question' }).click()
  await importing.waitFor({ state: 'detached' })
  await page.getByText('Paper burns.').waitFor()

  await page.getByRole('searchbox', { name: 'Search questions' }).fill('first?')
  await expect.poll(() => page.getByRole('button', { name: /^Actions for (What|A robot)/ }).count()).toBe(2)
  await choose(page, 'Actions for What comes first?', /^Delete$/)
  await page.getByText('Question deleted').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Actions for What comes first?' }).waitFor()
  await choose(page, 'Actions for Robots', /^Delete$/)
  await page.getByText('It has 12 questions.').waitFor()
  await page.getByRole('button', { name: 'Delete question bank' }).click()
  await page.getByText('No question banks yet').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('link', { name: 'Robots' }).waitFor()
  await expectAccessibleEverywhere(page, 'question-banks', async () => {
    await page.reload()
    await page.getByRole('link', { name: 'Robots' }).waitFor()
  })
  expectNoErrors(page, { except: [/401/] })
})
