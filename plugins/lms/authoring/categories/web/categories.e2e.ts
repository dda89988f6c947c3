import { expect } from 'vitest'
import { expectAccessible, expectAccessibleEverywhere, expectNoErrors, openMenu } from '#core/testing/browser.ts'
import { browserTest } from '#core/testing/browser-harness.ts'
import { lms } from '../../../plugin.ts'
import { categorySettings } from '../contract.ts'

const test = browserTest([lms])

test('course categories are added, moved by keyboard, changed and removed', async ({ platform, visitor }) => {
  const { user } = await platform.superAdmin()
  const page = await visitor.openHome(platform.origin, user?.email ?? '')
  await expectAccessibleEverywhere(page, 'settings/course-categories', async () => {
    await page.goto('/settings/course-categories')
    await page.getByText('Teamwork & Communication').waitFor()
  })
  const labels = async () =>
    (await platform.core.settings.of(categorySettings)).courseCategories.map(({ value, label }) => `${label}: ${value}`)
  await page.getByRole('button', { name: 'Add category' }).click()
  await page.getByLabel('Label').fill('creativity')
  await page.getByRole('dialog').getByRole('button', { name: 'Add category' }).click()
  await page.getByText('Another category has this label').waitFor()
  await page.getByLabel('Label').fill('Creativity!')
  await page.getByText('Its value becomes creativity-2.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Add category' }).click()
  // Closing the dialog restores the focus.
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const up = page.getByRole('button', { name: 'Move Creativity! up' })
  await up.focus()
  await page.getByRole('tooltip', { name: 'Move up' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Creativity! is now number 5 of 6').waitFor({ state: 'attached' })
  await expect.poll(() => up.evaluate((button) => button === document.activeElement)).toBe(true)
  expect((await labels()).slice(-2)).toEqual(['Creativity!: creativity-2', 'Creativity: creativity'])
  await openMenu(page, 'Actions for Creativity!')
  await page.getByRole('menuitem', { name: 'Edit category' }).click()
  await page.getByLabel('Label').fill('Inventing')
  await page.getByText('Its value stays creativity-2.').waitFor()
  await page.getByRole('button', { name: 'Save category' }).click()
  await openMenu(page, 'Actions for Inventing')
  await page.getByRole('menuitem', { name: 'Remove category' }).click()
  await page.getByRole('alertdialog', { name: 'Remove the category “Inventing”?' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove category' }).click()
  await page.getByText('Category removed').waitFor()
  await expect.poll(labels).not.toContain('Inventing: creativity-2')
  // The focus moves to the category in its place.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('li')?.textContent))
    .toContain('Creativity')
  expectNoErrors(page, { except: [/401/] })
})
