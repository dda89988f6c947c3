import type { Page } from 'playwright'
import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { browserTest, type BrowserPlatform, type Visitor } from '#core/testing/browser-harness.ts'
import { billing } from '#plugins/billing/plugin.ts'
import { automation } from '../plugin.ts'

const test = browserTest([billing, automation])

// Asked before anyone has signed in.
const noErrors = (page: Page, except: RegExp[] = []) =>
  expectNoErrors(page, { except: [/401.*\/api\/user/, ...except] })

async function openScreen({ platform, visitor }: { platform: BrowserPlatform; visitor: Visitor }, options = {}) {
  const { user } = await platform.superAdmin()
  const page = await visitor.open(platform.origin, '/subscription-automation', { as: user?.email ?? '', ...options })
  await page.getByRole('heading', { name: 'Subscription Automation' }).waitFor()
  return page
}

/** An organization with a plan for 25 people and a few more than that. */
async function outgrown({ platform }: { platform: BrowserPlatform }, name: string) {
  const organization = await platform.organization({ name, plan: 'tiny' })
  await platform.core.db.platform(systemActor, async ({ trx }) => {
    await trx.raw(
      `insert into subscription_plans (name, display_name, price, billing_interval, max_users, entitlements)
       values ('tiny', 'Tiny', 9, 'monthly', 25, '[]') on conflict do nothing`,
    )
    await trx.raw(
      `insert into subscriptions (tenant_id, plan_id, status, current_period_start, current_period_end, period_anchor, anchor_interval)
       select ?, id, 'active', now(), now() + interval '20 days', now(), 'monthly' from subscription_plans where name = 'tiny'`,
      [organization.id],
    )
    await trx.raw(
      `insert into users (tenant_id, username, email, password_hash, first_name, last_name, role)
       select ?, gen_random_uuid(), gen_random_uuid() || '@example.org', '', 'Ada', 'Lovelace', 'instructor' from generate_series(1, 31)`,
      [organization.id],
    )
  })
  return organization
}

const figure = (page: Page, label: string) =>
  page.getByText(label, { exact: true }).locator('xpath=..').locator('div').nth(2)

test('a check sets upgrades, a run announces them, and both show their results', async ({ platform, visitor }) => {
  await outgrown({ platform }, 'Busy Builders')
  const page = await openScreen({ platform, visitor })
  await page.getByText('No upgrades yet').waitFor()
  await page.getByRole('button', { name: 'Check for Upgrades' }).click()
  await page.getByText('Upgrade Check Complete').waitFor()
  await page.getByText('1 upgrade set for the next billing cycle').first().waitFor()

  const row = page.getByRole('row').filter({ hasText: 'Busy Builders' })
  await row.getByText('Pending', { exact: true }).waitFor()
  const id = await row.locator('code').textContent()
  expect(id).toMatch(/^[0-9a-f]{8}$/)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await row.getByRole('button', { name: 'Actions for Busy Builders' }).click()
  await page.getByRole('menuitem', { name: 'Copy subscription ID' }).click()
  await page.getByText('Copied!').first().waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`^${id}-[0-9a-f-]{27}$`))
  await row.getByText('Manual', { exact: true }).waitFor()
  await row.getByText('User limit exceeded').waitFor()
  await row.getByText('31 of 25').waitFor()
  await row.getByText('Tiny to Starter').waitFor()
  await expect.poll(() => figure(page, 'Pending Notifications').textContent()).toBe('1')
  expect(await figure(page, 'Total Upgrades').textContent()).toBe('1')
  expect(await figure(page, 'Recent Upgrades').textContent()).toBe('1')
  expect(await figure(page, 'Automatic Upgrades').textContent()).toBe('0')

  await page.getByRole('button', { name: 'Run Automation' }).click()
  await page.getByText('Automation Complete').waitFor()
  await page.getByText('1 notification queued').first().waitFor()
  await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('mail_messages').whereLike('subject', '%Starter%').update({ status: 'sent', sentAt: new Date() }),
  )
  await page.getByRole('button', { name: 'Check for Upgrades' }).click()
  await row.getByText('Sent', { exact: true }).waitFor()

  await page.getByRole('tab', { name: 'System Overview' }).click()
  await page.getByText('The automation cycle runs every 24 hours.').waitFor()
  await page.getByText('Upgrades take effect at the next billing cycle.').waitFor()
  await page.getByText('with Run Automation').waitFor()
  expect(new URL(page.url()).search).toBe('?tab=overview')
  await page.reload()
  await page.getByRole('heading', { name: 'Current settings' }).waitFor()
  noErrors(page)
})

test('the settings hub shows its figures and leads to it', async ({ platform, visitor }) => {
  const page = await openScreen({ platform, visitor })
  await page.goto('/settings')
  await page.getByText('Upcoming upgrades').waitFor()
  await page.getByRole('link', { name: 'Check for upgrades' }).click()
  await page.getByRole('heading', { name: 'Subscription Automation' }).waitFor()
  noErrors(page)
})

test('a failure is shown with the server’s message', async ({ platform, visitor }) => {
  const page = await openScreen({ platform, visitor })
  await page.getByRole('tab', { name: 'Upgrade Logs' }).waitFor()
  // Signed out on another tab: the server refuses.
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Check for Upgrades' }).click()
  await page.getByText('Check Failed').waitFor()
  await page.getByText('Please sign in').first().waitFor()
  noErrors(page, [/401/])
})

test('the logs are read again every 30 seconds', async ({ platform, visitor }) => {
  const page = await openScreen({ platform, visitor })
  await page.clock.install()
  await page.reload()
  await page.getByRole('tab', { name: 'Upgrade Logs' }).waitFor()
  await outgrown({ platform }, 'Night Owls')
  const other = await platform.superAdmin()
  await other.post('/api/admin/check-subscription-upgrades')
  await page.clock.fastForward(30_000)
  await page.getByText('Night Owls').waitFor()
  noErrors(page)
})

test('both tabs are accessible', async ({ platform, visitor }) => {
  await outgrown({ platform }, 'Growing Pains')
  const admin = await platform.superAdmin()
  await admin.post('/api/admin/run-subscription-automation')
  const page = await openScreen({ platform, visitor })
  await expectAccessibleEverywhere(page, 'automation/logs', () => page.getByText('Growing Pains').waitFor())
  await expectAccessibleEverywhere(page, 'automation/overview', async () => {
    await page.getByRole('tab', { name: 'System Overview' }).click()
    await page.getByRole('heading', { name: 'Current settings' }).waitFor()
  })
  noErrors(page)
})
