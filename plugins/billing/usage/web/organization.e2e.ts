import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { expectNoErrors } from '#core/testing/browser.ts'
import { browserTest } from '#core/testing/browser-harness.ts'
import { anonymous, change, planNamed, subscribed, subscriptionOf } from '../../testing/organizations.ts'
import { billing } from '../../server/plugin.ts'
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
  const page = await visitor.openHome(origin, email)
  const banner = page.getByRole('status').filter({ hasText: 'Your plan changes to Growth' })
  await banner.getByText('It costs $149.00/month instead of $49.00/month').waitFor()
  await banner.getByRole('link', { name: 'See plan and usage' }).click()
  expect(new URL(page.url()).search).toBe('?tab=plan')
  await page.getByRole('progressbar', { name: 'Staff accounts' }).waitFor()
  expect(await page.getByRole('progressbar', { name: 'Staff accounts' }).getAttribute('aria-valuetext')).toBe(
    '2 of 100',
  )
  await page.getByText('$149.00/month', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Decline upgrade' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Decline upgrade' }).click()
  await page.getByText('Upgrade Declined').waitFor()
  await page.getByRole('heading', { name: 'Upgrade to Growth' }).waitFor({ state: 'detached' })
  await banner.waitFor({ state: 'detached' })
  await page.getByText('Automatic upgrades are declined.').waitFor()

  await page.getByRole('tab', { name: 'Invoices' }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('rowheader').getByRole('button').click()
  expect((await saving).suggestedFilename()).toMatch(/\.pdf$/)
  expectNoErrors(page, { except: anonymous })
})

test('people on a page learn of read-only by a refused change, and on coming back to the window after a minute', async ({
  platform,
  visitor,
}) => {
  const { owner, origin, email } = await subscribed(platform, 'Surprised School')
  const page = await visitor.open(origin, '/auth')
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) requests.push(pathname)
  })
  await page.clock.install()
  await visitor.signIn(page, email)
  await page.goto('/org-settings')
  await page.getByLabel('Organization name').fill('Surprised Academy')
  await change(owner, 'Surprised School', { status: 'canceled' })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Your organization is read-only').waitFor()
  await page.getByText('Your subscription was canceled.').waitFor()
  expect(await page.getByLabel('Organization name').inputValue()).toBe('Surprised Academy')

  await change(owner, 'Surprised School', { status: 'active' })
  const comeBack = () => page.evaluate(() => window.dispatchEvent(new Event('focus')))
  requests.length = 0
  await comeBack()
  await page.clock.fastForward(61_000)
  expect(requests).toEqual([])
  await comeBack()
  await page.getByText('Your organization is read-only').waitFor({ state: 'detached' })
  expect([...new Set(requests)].toSorted()).toEqual(['/api/platform', '/api/tenant/subscription'])
  expectNoErrors(page, { except: [...anonymous, /403/] })
})

test('admins read when a payment is overdue, and everyone when the organization is read-only', async ({
  platform,
  visitor,
}) => {
  const { owner, origin, email } = await subscribed(platform, 'Late School')
  await change(owner, 'Late School', { status: 'past_due' })
  const page = await visitor.openHome(origin, email)
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
