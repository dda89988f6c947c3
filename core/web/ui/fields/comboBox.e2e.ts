import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessible, expectNoErrors } from '#core/testing/browser.ts'
import { kitPage } from '#core/testing/kit-page.ts'

const test = browserTest([], { web: kitPage(new URL('testing/', import.meta.url)) })

test('a combo box opens by a press or by typing, not by focus, and hides nothing', async ({ platform, visitor }) => {
  const page = await visitor.open(platform.origin, '/')
  const room = page.getByRole('combobox', { name: 'Room', exact: true })
  await page.getByRole('combobox', { name: 'Spare room' }).waitFor()
  const hidden = page.locator('[aria-hidden=true]:not(svg)')
  const before = await hidden.count()
  await page.getByLabel('Name').focus()
  await page.keyboard.press('Tab')
  await expect.poll(() => room.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await room.getAttribute('aria-expanded')).toBe('false')
  await page.keyboard.type('1')
  await page.getByRole('option', { name: 'Room 21' }).waitFor()
  // Finds by role, which skips elements hidden from screen readers.
  await page.getByRole('heading', { name: 'Fields' }).waitFor()
  await page.getByRole('textbox', { name: 'Name' }).waitFor()
  expect(await hidden.count()).toBe(before)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('listbox').waitFor({ state: 'detached' })
  await room.click()
  await page.getByRole('option', { name: 'Room 2', exact: true }).click()
  expect(await room.inputValue()).toBe('Room 2')
  expectNoErrors(page)
})

test('the list of a combo box stays open, at its field, while the page scrolls', async ({ platform, visitor }) => {
  const page = await visitor.open(platform.origin, '/', { viewport: { width: 375, height: 500 } })
  const room = page.getByRole('combobox', { name: 'Room', exact: true })
  await room.click()
  const list = page.getByRole('listbox')
  await list.waitFor()
  await page.evaluate(() => window.scrollTo(0, 60))
  const gap = async () => {
    const [field, panel] = await Promise.all([room.boundingBox(), list.boundingBox()])
    return Math.round((panel?.y ?? 0) - (field?.y ?? 0) - (field?.height ?? 0))
  }
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(60)
  await expect.poll(gap).toBeLessThan(12)
  expect(await gap()).toBeGreaterThanOrEqual(0)
  expectNoErrors(page)
})
