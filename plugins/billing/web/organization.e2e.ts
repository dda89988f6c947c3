import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { expectNoErrors } from '#core/testing/browser.ts'
import { browserTest } from '#core/testing/browser-harness.ts'
import { anonymous, change, planNamed, subscribed, subscriptionOf } from '#plugins/billing/testing/organizations.ts'
import { billing } from '#plugins/billing/server/plugin.ts'
import { tenantApp } from '#plugins/tenant-app/server/plugin.ts'
import { tenants } from '#plugins/tenants/server/plugin.ts'

const test = browserTest([billing, tenants, tenantApp])

test('an admin sees plan and use, both prices of the coming upgrade, and declines it', async ({
  platform,
  visitor,
}) => {
  const { owner, origin, email } = await subscribed(platform, 'Growing School')
  const growth = await planNamed(owner, 'growth')
  const { id, currentPeriodEnd } = await subscriptionOf(owner, 'Growing')
  await platform.core.db.platform(systemActor, async ({ trx }) => {
    await trx('subscriptions')
      .where({ id })
      .update({ pendingUpgradePlanId: growth.id, upgradeEffectiveDate: currentPeriodEnd })
  })
  const page = await visitor.open(origin, '/auth')
  await visitor.signIn(page, email)
  await page.goto('/org-settings')
  await page.getByRole('tab', { name: 'Plan & Usage' }).click()
  expect(new URL(page.url()).search).toBe('?tab=plan')
  await page.getByRole('progressbar', { name: 'Active users' }).waitFor()
  expect(await page.getByRole('progressbar', { name: 'Active users' }).getAttribute('aria-valuetext')).toBe('2 of 100')
  await page.getByText('$149.00/month').waitFor()
  await page.getByRole('button', { name: 'Decline upgrade' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Decline upgrade' }).click()
  await page.getByText('Upgrade Declined').waitFor()
  await page.getByRole('heading', { name: 'Upgrade to Growth' }).waitFor({ state: 'detached' })
  await page.getByText('Automatic upgrades are declined.').waitFor()

  await page.getByRole('tab', { name: 'Invoices' }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('rowheader').getByRole('button').click()
  expect((await saving).suggestedFilename()).toMatch(/\.pdf$/)
  expectNoErrors(page, { except: anonymous })
})

test('admins read when a payment is overdue, and everyone when the organization is read-only', async ({
  platform,
  visitor,
}) => {
  const { owner, origin, email } = await subscribed(platform, 'Late School')
  await change(owner, 'Late School', { status: 'past_due' })
  const page = await visitor.open(origin, '/auth')
  await visitor.signIn(page, email)
  await page.getByText('A payment is overdue').waitFor()
  await change(owner, 'Late School', { status: 'canceled' })
  await page.reload()
  await page.getByText('Your organization is read-only').waitFor()
  await page.getByText('Your subscription was canceled.').waitFor()
  await change(owner, 'Late School', { status: 'active' })
  await page.reload()
  await page.getByRole('heading', { name: 'Welcome back, Grace' }).waitFor()
  expect(await page.getByText('Your organization is read-only').count()).toBe(0)
  expectNoErrors(page, { except: anonymous })
})
