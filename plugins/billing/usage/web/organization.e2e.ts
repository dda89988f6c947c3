import type { Page } from 'playwright'
import { expect } from 'vitest'
import { expectNoErrors } from '#core/testing/browser.ts'
import { browserTest } from '#core/testing/browser-harness.ts'
import { anonymous, change, buildSubscribed, subscriptionOf } from '../../testing/organizations.ts'
import { billing } from '../../plugin.ts'
import { automation } from '#plugins/automation/plugin.ts'
import { tenantApp } from '#plugins/tenant-app/plugin.ts'
import { tenants } from '#plugins/tenants/plugin.ts'

const test = browserTest([billing, automation, tenants, tenantApp])

async function invite(page: Page, firstName: string) {
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('Last name').fill('Jemison')
  await page.getByLabel('Email', { exact: true }).fill(`${firstName.toLowerCase()}@growing.example`)
  await page.getByRole('button', { name: 'Send invitation' }).click()
}

test('an admin fills the plan, goes over it, declines the upgrade, agrees again, and pays the larger plan', async ({
  platform,
  visitor,
}) => {
  const root = await platform.superAdmin()
  await root.put('/api/settings', { mailHost: '127.0.0.1' })
  const crew = { name: 'crew', displayName: 'Crew', price: 20, maxUsers: 3, maxStorage: 1, entitlements: [] }
  expect((await root.post('/api/subscription-plans', crew)).status).toBe(201)
  const { owner, origin, email } = await buildSubscribed(platform, 'Growing School', 'crew')
  const page = await visitor.openHome(origin, email)
  await page.goto('/org-settings?tab=branding')
  await page.getByText(/Your plan, Crew, does not include branding of your own\./).waitFor()
  await page.goto('/org-settings?tab=people')
  await invite(page, 'Mae')
  await page.getByText('Invitation Sent').waitFor()
  await invite(page, 'Sally')
  const question = page.getByRole('alertdialog')
  await question
    .getByText(/You will be over your plan of 3 staff accounts\. It will move to Starter, \$49\.00\/month, on/)
    .waitFor()
  await question.getByRole('button', { name: 'Continue and upgrade' }).click()
  const banner = page.getByRole('status').filter({ hasText: 'Your plan changes to Starter' })
  await banner.getByText('It costs $49.00/month instead of $20.00/month').waitFor()
  await page.getByRole('row', { name: /Sally Jemison/ }).waitFor()
  await banner.getByRole('link', { name: 'See plan and usage' }).click()
  expect(new URL(page.url()).search).toBe('?tab=plan')
  const staff = page.getByRole('progressbar', { name: 'Staff accounts' })
  await staff.waitFor()
  expect(await staff.getAttribute('aria-valuetext')).toBe('4 of 3')
  await page.getByText('$49.00/month', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Decline upgrade' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Decline upgrade' }).click()
  await page.getByText('Upgrade Declined').waitFor()
  await page.getByRole('heading', { name: 'Upgrade to Starter' }).waitFor({ state: 'detached' })
  await banner.waitFor({ state: 'detached' })
  await page.getByText('Nothing can be added above a limit.').waitFor()
  await page.getByText('Automatic upgrades', { exact: true }).click()
  await page.getByText('Going over a limit moves the plan to a larger one').waitFor()

  expect((await root.post('/api/admin/check-subscription-upgrades')).body.upgrades).toBe(1)
  const { id, tenantId, currentPeriodEnd } = await subscriptionOf(owner, 'Growing')
  expect((await root.post(`/api/subscriptions/${id}/record-payment`, {})).status).toBe(200)
  platform.clock.forward(Date.parse(currentPeriodEnd) - platform.clock.now().getTime() + 86_400_000)
  const later = await platform.superAdmin()
  expect((await later.post('/api/admin/run-subscription-automation')).body.periods).toMatchObject({ upgraded: 1 })
  const { body: invoices } = await later.get(`/api/invoices?tenantId=${tenantId}`)
  expect(invoices[0]).toMatchObject({ total: 49, status: 'open' })
  expect((await later.post(`/api/subscriptions/${id}/record-payment`, {})).status).toBe(200)
  expect(await subscriptionOf(later, 'Growing')).toMatchObject({ planName: 'starter', status: 'active' })

  const next = await visitor.openHome(origin, email)
  await next.goto('/org-settings?tab=invoices')
  const saving = next.waitForEvent('download')
  await next.getByRole('rowheader').getByRole('button').first().click()
  expect((await saving).suggestedFilename()).toMatch(/\.pdf$/)
  expectNoErrors(page, { except: [...anonymous, /403/] })
})

test('people on a page learn of read-only by a refused change, and on coming back to the window after a minute', async ({
  platform,
  visitor,
}) => {
  const { owner, origin, email } = await buildSubscribed(platform, 'Surprised School')
  const page = await visitor.open(origin, '/auth')
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // The shell looks for other organizations of the user once, when the page is idle.
    if (pathname.startsWith('/api/') && pathname !== '/api/user/organizations') requests.push(pathname)
  })
  await page.clock.install()
  await visitor.signIn(page, email)
  await page.goto('/org-settings')
  await page.getByLabel('Organization name').fill('Surprised Academy')
  await change(owner, 'Surprised School', { status: 'canceled' })
  await page.getByRole('form', { name: 'General' }).getByRole('button', { name: 'Save changes' }).click()
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
  const { owner, origin, email } = await buildSubscribed(platform, 'Late School')
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
