import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { kitPage } from '#core/testing/kit-page.ts'

const test = browserTest([], { web: kitPage(new URL('testing/', import.meta.url)) })

const viewports = [
  { width: 1280, height: 800 },
  { width: 768, height: 1024 },
  { width: 375, height: 812 },
]

/** Presses at either end and in the middle of each button and link of an area hit it, in every window. */
async function expectToBeHit(page: Page, area: Locator, names: string[]): Promise<void> {
  const seen: Record<string, string[]> = {}
  for (const viewport of viewports) {
    await page.setViewportSize(viewport)
    await area.scrollIntoViewIfNeeded()
    seen[viewport.width] = await area.locator('button, a[href]').evaluateAll((all) =>
      all.map((one) => {
        const { left, top, width, height } = one.getBoundingClientRect()
        const name = one.getAttribute('aria-label') ?? one.textContent.trim()
        const missed = [0.1, 0.5, 0.9]
          .map((part) => document.elementFromPoint(left + width * part, top + height / 2))
          .filter((hit) => !one.contains(hit))
        return missed.length > 0 ? `${name} is missed, for ${missed[0]?.outerHTML.slice(0, 200)}` : name
      }),
    )
  }
  expect(seen).toEqual(Object.fromEntries(viewports.map(({ width }) => [width, names])))
}

const notification = (page: Page, title: string) => page.getByRole('alert').filter({ hasText: title })

test('a notification leaves every button of a dialog to be pressed', async ({ platform, visitor }) => {
  const page = await visitor.open(platform.origin, '/')
  await page.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit student' })
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await notification(page, 'Not saved').waitFor()
  await expectToBeHit(page, dialog, ['Close', 'Cancel', 'Save changes'])
  expectNoErrors(page)
})

test('a notification leaves the bar of chosen rows and the pages of a table to be pressed', async ({
  platform,
  visitor,
}) => {
  const page = await visitor.open(platform.origin, '/')
  await page.getByRole('checkbox', { name: 'Choose Student 2', exact: true }).press('Space')
  const bar = page.getByRole('group', { name: 'Chosen rows' })
  await bar.getByRole('button', { name: 'Archive' }).click()
  await notification(page, 'Not archived').waitFor()
  await expectToBeHit(page, bar, ['Choose all 40 on this page', 'Choose none', 'Archive'])
  await bar.getByRole('button', { name: 'Choose none' }).click()
  const pages = page.getByRole('navigation', { name: 'Pages of results' })
  await pages.getByRole('button', { name: 'Next' }).click()
  await notification(page, 'Not loaded').waitFor()
  await expectToBeHit(page, pages, ['Previous', 'Next'])
  expectNoErrors(page)
})

test('a notification leaves every button of the file viewer to be pressed', async ({ platform, visitor }) => {
  const page = await visitor.open(platform.origin, '/')
  await page.getByRole('button', { name: 'Show files' }).click()
  const viewer = page.getByRole('dialog', { name: 'Rules' })
  await viewer.getByRole('button', { name: 'Share' }).click()
  await notification(page, 'Not shared').waitFor()
  await expectToBeHit(page, viewer, [
    'Previous file',
    'Next file',
    'Share',
    'Download Rules',
    'Close',
    'Download Rules',
  ])
  expectNoErrors(page)
})

test('the area that a swiped notification leaves free catches no presses', async ({ platform, visitor }) => {
  const page = await visitor.open(platform.origin, '/')
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  const shown = notification(page, 'Not saved')
  const box = await shown.boundingBox()
  if (!box) throw new Error('The notification has no place')
  const [left, middle] = [box.x + 5, box.y + box.height / 2]
  const isHit = () =>
    page.evaluate(
      ([x = 0, y = 0]) => document.elementFromPoint(x, y)?.closest('[aria-label="Notifications (F8)"]') !== null,
      [left, middle],
    )
  expect(await isHit()).toBe(true)
  await page.mouse.move(left, middle)
  await page.mouse.down()
  await page.mouse.move(left + 40, middle)
  await expect.poll(isHit).toBe(false)
  await page.mouse.up()
  await expect.poll(isHit).toBe(true)
})

test('a notification over a dialog is accessible at every width', async ({ platform, visitor }) => {
  const page = await visitor.open(platform.origin, '/')
  await page.getByRole('button', { name: 'Edit' }).click()
  await expectAccessibleEverywhere(page, 'notification-over-dialog', async () => {
    await page.getByRole('button', { name: 'Save changes' }).click()
    await notification(page, 'Not saved').waitFor()
  })
  expectNoErrors(page)
})
