import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import type { Page } from 'playwright'
import { record } from '#core/server/audit.ts'
import type { AuditEntry } from '#core/server/audit-entry.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import {
  dateTimeIn,
  expectAccessible,
  expectAccessibleEverywhere,
  expectNoErrors,
  typeDateTime,
  waitForFocus,
} from '#core/testing/browser.ts'
import { browserTest, type BrowserPlatform, type Visitor } from '#core/testing/browser-harness.ts'
import { audit } from '../plugin.ts'

const test = browserTest([audit])

// Asked before anyone has signed in.
const noErrors = (page: Page) => expectNoErrors(page, { except: [/401.*\/api\/user/] })

const happened = ({ core }: BrowserPlatform, entries: Partial<AuditEntry>[]) =>
  core.db.platform(systemActor, async (scope) => {
    for (const entry of entries) {
      await record(scope, { action: 'thing.changed', category: 'system', description: 'Changed a thing', ...entry })
    }
  })

async function openLog(platform: BrowserPlatform, visitor: Visitor, path = '/audit', options = {}): Promise<Page> {
  const { user } = await platform.superAdmin()
  const page = await visitor.open(platform.origin, path, { as: user?.email ?? '', ...options })
  await page.getByRole('heading', { name: 'Audit Log' }).waitFor()
  return page
}

const entry = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

async function choose(page: Page, filter: string, option: string): Promise<void> {
  await page.getByRole('group', { name: 'Find audit logs' }).getByRole('button', { name: filter }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('filters narrow the list, live in the address and come back with the back button', async ({
  platform,
  visitor,
}) => {
  await happened(platform, [
    { description: 'Paid the robots', category: 'billing' },
    { description: 'Dropped the robots', category: 'system', severity: 'error' },
  ])
  const page = await openLog(platform, visitor)
  await entry(page, 'Paid the robots').waitFor()
  await choose(page, 'Severity', 'Error')
  await entry(page, 'Paid the robots').waitFor({ state: 'detached' })
  await entry(page, 'Dropped the robots').waitFor()
  expect(new URL(page.url()).search).toBe('?severity=error')
  await choose(page, 'Time range', 'Last 30 days')
  await page.waitForURL(/severity=error&range=30d/)
  const sorted = page.waitForResponse(/audit-logs[?].*sort=createdAt/)
  await choose(page, 'Order', 'Oldest first')
  await sorted
  await page.waitForURL(/severity=error&range=30d&sort=createdAt/)
  await page.goBack()
  await page.goBack()
  await page.goBack()
  await entry(page, 'Paid the robots').waitFor()

  await page.getByRole('searchbox').fill('PAID the')
  await page.waitForURL(/search=PAID/)
  await page.reload()
  await entry(page, 'Paid the robots').waitFor()
  expect(await page.getByRole('searchbox').inputValue()).toBe('PAID the')
  expect(await page.getByRole('button', { name: 'View metadata' }).count()).toBe(1)

  await choose(page, 'Category', 'Security')
  await page.getByText('No audit logs found').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await entry(page, 'Dropped the robots').waitFor()
  expect(new URL(page.url()).search).toBe('')
  noErrors(page)
})

test('a time of one’s own narrows the list from an instant to another, and an end before the beginning is said', async ({
  platform,
  visitor,
}) => {
  await happened(platform, [{ description: 'Welded the robots' }])
  const page = await openLog(platform, visitor, '/audit?search=welded')
  await entry(page, 'Welded the robots').waitFor()
  await choose(page, 'Time range', 'From … to …')
  await page.waitForURL(/range=custom&from=20/)
  await entry(page, 'Welded the robots').waitFor()
  await typeDateTime(page, 'To (optional)', '2020-01-01T00:00')
  await page.getByText('Must be later than the beginning').waitFor()
  await expectAccessible(page)
  await typeDateTime(page, 'From (optional)', '2019-01-01T00:00')
  await page.getByText('No audit logs found').waitFor()
  for (const part of await page.getByRole('group', { name: 'To (optional)' }).getByRole('spinbutton').all()) {
    // A digit goes with each press; one more in an empty part would go to the part before it.
    while ((await part.getAttribute('aria-valuetext')) !== 'Empty') await part.press('Backspace')
  }
  await entry(page, 'Welded the robots').waitFor()
  await page.reload()
  await entry(page, 'Welded the robots').waitFor()
  expect(await dateTimeIn(page, 'From (optional)')).toBe('1/1/2019, 12:00 AM')
  await choose(page, 'Time range', 'Last 7 days')
  await page.getByRole('group', { name: 'From (optional)' }).waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toBe('?search=welded')
  noErrors(page)
})

test('View metadata shows what changed and hides keys that name secrets', async ({ platform, visitor }) => {
  await happened(platform, [
    {
      description: 'Tuned the robots',
      before: { speed: 4, maySee: true, mailPassword: 'old' },
      after: { speed: 9, maySee: false, mailPassword: 'new' },
      metadata: { reason: { text: 'Too slow', resetToken: 'x' } },
    },
  ])
  const page = await openLog(platform, visitor)
  const tuned = entry(page, 'Tuned the robots')
  const button = tuned.getByRole('button', { name: 'View metadata' })
  await button.focus()
  await page.keyboard.press('Enter')
  const text = (await tuned.textContent()) ?? ''
  expect(text).toMatch(/Speed4 became 9/)
  expect(text).toMatch(/Can viewYes became No/)
  expect(text).toMatch(/ReasonText: Too slow/)
  expect(text).not.toMatch(/mail ?password|reset ?token|redacted/i)
  await page.keyboard.press('Enter')
  await tuned.getByText('Too slow').waitFor({ state: 'detached' })
  noErrors(page)
})

test('the list goes on by pages, and Refresh brings what is new', async ({ platform, visitor }) => {
  await happened(
    platform,
    Array.from({ length: 150 }, (_, index) => ({ description: `Batch act number ${index}`, category: 'billing' })),
  )
  const page = await openLog(platform, visitor, '/audit?category=billing&search=batch')
  await page.getByText('100+ events').waitFor()
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByText('150 events').waitFor()
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0)
  await happened(platform, [{ description: 'Batch act that came later', category: 'billing' }])
  await page.getByRole('button', { name: 'Refresh' }).click()
  await entry(page, 'Batch act that came later').waitFor()
  await page.getByText('151 events').waitFor()

  const newestDay = page.getByRole('button', { name: /events$/ }).first()
  await newestDay.press('Enter')
  await entry(page, 'Batch act that came later').waitFor({ state: 'detached' })
  expect(await newestDay.getAttribute('aria-expanded')).toBe('false')
  await expectAccessible(page)
  await newestDay.press('Space')
  await entry(page, 'Batch act that came later').waitFor()
  noErrors(page)
})

test('Export downloads everything that fits the filters', async ({ platform, visitor }) => {
  await happened(platform, [
    { description: '=Counted robots', category: 'account' },
    { description: 'Counted cats', category: 'account' },
  ])
  platform.clock.forward(1000)
  const page = await openLog(platform, visitor, '/audit?search=counted%20robots')
  await page.getByRole('button', { name: 'Export' }).click()
  await expectAccessible(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /^CSV/ }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^audit-log-.*[.]csv$/)
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain("'=Counted robots")
})

test('the log is found in the hub and in the command palette, by super admins alone', async ({ platform, visitor }) => {
  const page = await openLog(platform, visitor, '/audit')
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await navigation.locator('[aria-current=page]').getByText('Audit Log').waitFor()
  await navigation.getByRole('link', { name: 'Global Settings' }).click()
  await page.getByText(/^Counted/).waitFor()
  await page.getByRole('link', { name: 'View audit log' }).waitFor()
  await page.getByRole('link', { name: 'Open Audit Log' }).click()
  await page.getByRole('heading', { name: 'Audit Log' }).waitFor()
  await page.goto('/super-admin')
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await page.keyboard.press('Control+k')
  await waitForFocus(page.getByRole('searchbox'))
  await page.keyboard.type('audit')
  await page.getByRole('menuitem', { name: 'Audit Log' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Audit Log' }).waitFor()
  expect(await page.title()).toMatch(/^Audit Log · /)

  const organization = await platform.organization()
  const { email } = await organization.user('tenant_admin')
  const other = await visitor.open(platform.origin, '/audit', { as: email })
  await other.getByRole('heading').first().waitFor()
  expect(await other.getByRole('heading', { name: 'Audit Log' }).count()).toBe(0)
})

test('the screen is accessible at every width in both schemes', async ({ platform, visitor }) => {
  await happened(platform, [
    { description: 'Told the robots', severity: 'info', category: 'account' },
    { description: 'Warned the robots', severity: 'warning', category: 'auth', success: false, errorMessage: 'No' },
    { description: 'Lost the robots', severity: 'error', category: 'system', success: false },
    {
      description: 'Fought the robots',
      severity: 'critical',
      category: 'security',
      before: { dateOfBirth: null, status: 'in-progress' },
      after: { robots: 0, dateOfBirth: '2016-05-06', status: 'completed', isActive: false },
    },
  ])
  const page = await openLog(platform, visitor, '/audit?search=the%20robots&range=custom')
  await expectAccessibleEverywhere(page, 'audit/log', async () => {
    await entry(page, 'Fought the robots').getByRole('button', { name: 'View metadata' }).click()
    await page.getByText('thing.changed').waitFor()
  })
  noErrors(page)
})
