import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { expectAccessible, expectAccessibleEverywhere, expectNoErrors, waitForSettled } from '#core/testing/browser.ts'
import { browserTest, type BrowserPlatform, type Visitor } from '#core/testing/browser-harness.ts'
import { tenants } from '../../plugin.ts'

const test = browserTest([tenants], { prepare })
/** GET /api/user answers 401 to visitors who are not signed in. */
const anonymous = /401/

async function openAnalytics(platform: BrowserPlatform, visitor: Visitor, options = {}): Promise<Page> {
  const { user } = await platform.superAdmin()
  const page = await visitor.open(platform.origin, '/analytics', { as: user?.email ?? '', ...options })
  await page.getByRole('heading', { name: 'Analytics', level: 1 }).waitFor()
  return page
}

/** Makes an organization without use, and one whose limit is reached. */
async function prepare(platform: BrowserPlatform): Promise<void> {
  const silent = await platform.organization({ name: 'Silent School' })
  await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('tenants').where({ id: silent.id }).update({ createdAt: '2025-01-01T00:00:00Z' }),
  )
  const full = await platform.organization({ name: 'Full School' })
  await full.user('instructor')
  await (await platform.superAdmin()).put('/api/settings', { maxUsersPerTenant: 1 })
}

test('charts have a text summary, and their data as a table and CSV', async ({ platform, visitor }) => {
  const page = await openAnalytics(platform, visitor)
  await page.getByRole('img', { name: 'Organizations over time: 2 now, 1 of them new in this period' }).waitFor()
  await page.getByRole('button', { name: 'Figures of Organizations' }).click()
  const table = page.getByRole('region', { name: 'Figures of Organizations' })
  expect(await table.getByRole('row').count()).toBe(31)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Organizations as CSV', exact: true }).click(),
  ])
  expect(download.suggestedFilename()).toBe('growth-30d.csv')
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines[0]).toBe('\uFEFFday from,organizations,new organizations,users,new users')
  expect(lines).toHaveLength(31)
  expectNoErrors(page, { except: [anonymous] })
})

test('a chart shows the values of a point under the pointer, and by keyboard', async ({ platform, visitor }) => {
  const page = await openAnalytics(platform, visitor)
  const chart = page.getByRole('slider', { name: /^Values: Organizations over time/ })
  await chart.press('Home')
  const first = await chart.getAttribute('aria-valuetext')
  expect(first).toMatch(/: 1$/)
  await chart.press('End')
  expect(await chart.getAttribute('aria-valuetext')).toMatch(/: 2$/)
  await chart.press('ArrowLeft')
  expect(await chart.getAttribute('aria-valuenow')).toBe('29')
  await expectAccessible(page)
  await chart.press('Escape')
  expect(await chart.innerText()).toBe('')
  await chart.hover({ position: { x: 57, y: 100 } })
  expect((await chart.innerText()).replace(/\n/, ': ')).toBe(first)
  expectNoErrors(page, { except: [anonymous] })
})

test('the period is chosen in the address', async ({ platform, visitor }) => {
  const page = await openAnalytics(platform, visitor)
  await page.getByRole('group', { name: 'Period' }).getByRole('button', { name: 'Last 30 days' }).click()
  await page.getByRole('option', { name: 'Last 12 months' }).click()
  await page.waitForURL(/range=12m/)
  await page.getByRole('button', { name: 'By month' }).waitFor()
  await page.getByRole('button', { name: 'Figures of Users' }).click()
  const table = page.getByRole('region', { name: 'Figures of Users' })
  await table.getByRole('columnheader', { name: 'Month' }).waitFor()
  expect(await table.getByRole('row').count()).toBe(13)
  expectNoErrors(page, { except: [anonymous] })
})

test('organizations that are idle or near a limit are listed with links', async ({ platform, visitor }) => {
  const page = await openAnalytics(platform, visitor)
  await page.getByText('1 of 1', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Full School' }).waitFor()
  await page.getByRole('link', { name: 'Silent School' }).click()
  await page.getByRole('heading', { name: 'Silent School' }).waitFor()
})

test('analytics that is switched off is neither in the hub nor shown', async ({ platform, visitor }) => {
  const admin = await platform.superAdmin()
  const page = await openAnalytics(platform, visitor)
  await page.getByRole('link', { name: 'Global Settings' }).first().click()
  await page.getByRole('link', { name: 'Open Analytics' }).waitFor()
  await admin.put('/api/settings', { enableAnalytics: false })
  await page.goto('/analytics')
  await page.getByText('Analytics is switched off').waitFor()
  await expectAccessible(page)
  await page.goto('/settings')
  await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor()
  await waitForSettled(page)
  expect(await page.getByRole('link', { name: /analytics/i }).count()).toBe(0)
  await admin.put('/api/settings', { enableAnalytics: true })
})

test('analytics is accessible', async ({ platform, visitor }) => {
  const page = await openAnalytics(platform, visitor)
  await expectAccessibleEverywhere(page, 'analytics/platform', async () => {
    await page.getByRole('button', { name: 'Figures of Users' }).click()
    await page.getByRole('link', { name: 'Silent School' }).waitFor()
  })
  expectNoErrors(page, { except: [anonymous] })
})
