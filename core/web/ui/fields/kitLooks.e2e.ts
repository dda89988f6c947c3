import type { Locator } from 'playwright'
import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { dateTimeIn, expectAccessible, expectNoErrors, typeDateTime } from '#core/testing/browser.ts'
import { kitPage } from '#core/testing/kit-page.ts'

const test = browserTest([], { web: kitPage(new URL('testing/', import.meta.url)) })

/** Reads how an element and what is drawn after its content look. */
const lookOf = (element: Locator) =>
  element.evaluate((one) =>
    [getComputedStyle(one), getComputedStyle(one, '::after')].map((style) =>
      [style.backgroundColor, style.outlineStyle, style.borderTopColor, style.color, style.height].join(' '),
    ),
  )

test('selected items look selected in forced colors', async ({ platform, visitor }) => {
  const page = await visitor.open(platform.origin, '/')
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  const differs = async (chosen: Locator, other: Locator) =>
    expect(await lookOf(chosen)).not.toEqual(await lookOf(other))
  const radio = (name: string) => page.getByRole('radio', { name })
  await differs(radio('List'), radio('Cards'))
  await differs(page.getByRole('tab', { name: 'One' }), page.getByRole('tab', { name: 'Two' }))
  const box = (name: string) => page.locator('label', { hasText: name }).locator('> :not(:has(input))').first()
  await differs(box('Chosen'), box('Other'))
  await page.getByRole('button', { name: 'Actions' }).press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Copy')
  await differs(page.getByRole('menuitem', { name: 'Copy' }), page.getByRole('menuitem', { name: 'Move' }))
  await page.keyboard.press('Escape')
  const name = page.getByRole('textbox', { name: 'Name' })
  const before = await lookOf(name)
  await name.focus()
  expect(await lookOf(name)).not.toEqual(before)
})

test('figures have one width in columns of numbers, and their own in words', async ({ platform, visitor }) => {
  const page = await visitor.open(platform.origin, '/')
  const figures = (cell: Locator) => cell.evaluate((one) => getComputedStyle(one).fontVariantNumeric)
  expect(await figures(page.getByRole('cell', { name: '2', exact: true }))).toBe('tabular-nums')
  expect(await figures(page.getByRole('rowheader', { name: 'Room 2' }))).toBe('normal')
})

test('up to 24 options are a list, more are searched', async ({ platform, visitor }) => {
  const page = await visitor.open(platform.origin, '/')
  await page.getByRole('button', { name: /Near room/ }).click()
  expect(await page.getByRole('option').count()).toBe(24)
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Spare room' }).fill('30')
  await page.getByRole('option', { name: 'Room 30' }).click()
  expect(await page.getByRole('combobox', { name: 'Spare room' }).inputValue()).toBe('Room 30')
})

test('a date and a time are typed, stepped, or chosen in a calendar, in their zone', async ({ platform, visitor }) => {
  const page = await visitor.open(platform.origin, '/')
  const instant = page.getByLabel('Instant')
  await typeDateTime(page, 'Starts', '2094-03-09T16:00')
  await expect.poll(() => instant.textContent()).toBe('2094-03-09T21:00:00.000Z')
  await page.getByRole('spinbutton', { name: /^minute/ }).press('ArrowUp')
  await expect.poll(() => dateTimeIn(page, 'Starts')).toBe('3/9/2094, 4:01 PM')
  await page.getByRole('group', { name: 'Starts' }).getByRole('button').click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /March 11, 2094/ })
    .waitFor()
  await expectAccessible(page)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /March 11, 2094/ })
    .click()
  await expect.poll(() => instant.textContent()).toBe('2094-03-11T21:01:00.000Z')
  expectNoErrors(page)
})
