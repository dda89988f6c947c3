import { expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { billing } from '#plugins/billing/plugin.ts'
import { tenantApp } from '#plugins/tenant-app/plugin.ts'
import { automation } from '../plugin.ts'
import { add, ask, logsOf, mailsTo, subscriber, subscriptionOf } from './subscribers.ts'

const test = pluginTest([audit, billing, automation, tenantApp])

let made = 0

const CHECK_PATH = '/api/admin/check-subscription-upgrades'

test('an organization over its user limit gets the next larger plan with its next period, logged once', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  const organization = await subscriber(platform)
  const before = await subscriptionOf(platform, organization)
  await add(platform, organization, { users: 101 })
  const { status, body } = await admin.post(CHECK_PATH)
  expect({ status, ...body }).toMatchObject({ status: 200, upgrades: 1, withoutPlan: 0 })
  expect(body.message).toMatch(/1 upgrade set for the next billing cycle/)
  expect(await subscriptionOf(platform, organization)).toEqual({
    ...before,
    pending: 'growth',
    effective: before.periodEnd,
  })
  expect(await logsOf(platform, organization)).toEqual([{ reason: 'user_limit_exceeded', to: 'growth', count: 101 }])

  const acts = await admin.get(`/api/audit-logs?tenantId=${organization.id}&category=billing`)
  expect(acts.body[0]).toMatchObject({
    action: 'subscription.upgrade-scheduled',
    tenantName: organization.name,
    metadata: { after: { pendingUpgradePlan: 'growth' }, reason: 'user_limit_exceeded' },
  })

  expect((await admin.post(CHECK_PATH)).body).toMatchObject({ upgrades: 0, withoutPlan: 0 })
  const { body: logs } = await admin.get('/api/admin/subscription-upgrade-logs?limit=1')
  expect(logs).toEqual([
    expect.objectContaining({
      tenantId: organization.id,
      upgradeType: 'manual',
      activeUserCount: 101,
      planUserLimit: 100,
      effectiveDate: before.periodEnd,
      notificationSent: false,
    }),
  ])
})

test('two checks at once set and log each upgrade once', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const organizations = await Promise.all(Array.from({ length: 5 }, () => subscriber(platform)))
  for (const organization of organizations) await add(platform, organization, { users: 101 })
  const answers = await Promise.all([admin.post(CHECK_PATH), admin.post(CHECK_PATH), admin.post(CHECK_PATH)])
  expect(answers.reduce((sum, { body }) => sum + body.upgrades, 0)).toBe(5)
  for (const organization of organizations) expect(await logsOf(platform, organization)).toHaveLength(1)
})

test.for([
  { what: 'sessions', use: { sessions: 51 }, reason: 'session_limit_exceeded', to: 'growth' },
  { what: 'storage', use: { gigabytes: 6 }, reason: 'storage_limit_exceeded', to: 'growth' },
  {
    what: 'users that need more storage too',
    use: { users: 101, gigabytes: 26 },
    reason: 'user_limit_exceeded',
    to: 'enterprise',
  },
])(
  '$what over the limit: $reason, to the cheapest plan that fits all three',
  async ({ use, reason, to }, { platform }) => {
    const admin = await platform.superAdmin()
    const organization = await subscriber(platform)
    await add(platform, organization, use)
    await admin.post(CHECK_PATH)
    expect(await logsOf(platform, organization)).toMatchObject([{ reason, to }])
  },
)

test('an organization exactly at its limits is not upgraded', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const organization = await subscriber(platform)
  await add(platform, organization, { users: 100, sessions: 50, gigabytes: 5 })
  await admin.post(CHECK_PATH)
  expect(await logsOf(platform, organization)).toEqual([])
})

test('plans that are inactive, of another interval or currency, or the trial are no plans to upgrade to', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  const plan = (name: string, more: object) =>
    admin.post('/api/subscription-plans', { name, displayName: name, price: 60, maxUsers: 300, maxStorage: 5, ...more })
  await plan('off', { isActive: false })
  await plan('by-year', { billingInterval: 'yearly' })
  await plan('in-euro', { currency: 'EUR' })
  await plan('tiny', { maxUsers: 2, price: 1, entitlements: [] })
  const organization = await subscriber(platform)
  const tiny = await subscriber(platform, 'tiny')
  await add(platform, organization, { users: 101 })
  await add(platform, tiny, { users: 3 })
  await admin.post(CHECK_PATH)
  expect(await logsOf(platform, organization)).toMatchObject([{ to: 'growth' }])
  expect(await logsOf(platform, tiny)).toMatchObject([{ to: 'starter' }])
})

test('trials, subscriptions that end, are not active, or have upgrades switched off are left alone', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  const left = await Promise.all(['trial', 'starter', 'starter', 'starter'].map((plan) => subscriber(platform, plan)))
  const [, ending, paused, off] = left
  for (const organization of left) await add(platform, organization, { users: 101 })
  await ask(platform, 'update subscriptions set cancel_at_period_end = true where tenant_id = ?', [ending?.id ?? ''])
  await ask(platform, `update subscriptions set status = 'paused' where tenant_id = ?`, [paused?.id ?? ''])
  await ask(platform, 'update subscriptions set auto_upgrade_enabled = false where tenant_id = ?', [off?.id ?? ''])
  await admin.post(CHECK_PATH)
  for (const organization of left) expect(await logsOf(platform, organization)).toEqual([])
})

test('an upgrade takes no feature away and leads to no plan that is full', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const make = async (given: object) => {
    const name = `features-${++made}`
    const plan = { name, displayName: name, price: 700 + made, maxUsers: 2000, currency: 'CHF', ...given }
    expect((await admin.post('/api/subscription-plans', plan)).status).toBe(201)
    return name
  }
  const from = await make({ maxUsers: 1, entitlements: ['certificates'] })
  await make({ entitlements: ['branding'] })
  const full = await make({ entitlements: ['certificates'] })
  const free = await make({ entitlements: ['certificates', 'branding'] })
  const organizations = await Promise.all([1, 2].map(() => subscriber(platform, from)))
  for (const organization of organizations) await add(platform, organization, { users: 2 })
  const { maxTenantsPerPlan } = await platform.core.settings.current()
  await admin.put('/api/settings', { maxTenantsPerPlan: 1 })
  // Both need a larger plan, and one gets the last place of the cheapest; the next check finds another for the other.
  for (let round = 0; round < 2; round++) await admin.post(CHECK_PATH)
  const targets = await Promise.all(organizations.map(async (one) => (await subscriptionOf(platform, one)).pending))
  expect(new Set(targets)).toEqual(new Set([full, free]))
  await admin.put('/api/settings', { maxTenantsPerPlan })
})

test('no plan is large enough: logged, and support is notified once', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const organization = await subscriber(platform, 'enterprise', 'Huge Archive')
  await add(platform, organization, { gigabytes: 251 })
  const run = () => admin.post('/api/admin/run-subscription-automation')
  const [first] = [await run(), await run(), await admin.post(CHECK_PATH), await run()]
  expect(first.body.message).toMatch(/without a plan that is large enough/)
  expect(await logsOf(platform, organization)).toMatchObject([{ reason: 'storage_limit_exceeded', to: null }])
  const mails = await mailsTo(platform, 'support@trellis.example')
  expect(mails.filter((subject) => subject.includes('Huge Archive'))).toHaveLength(1)
  const { body } = await admin.get('/api/admin/subscription-upgrade-logs')
  expect(body.find((log: { tenantId: string }) => log.tenantId === organization.id)).toMatchObject({
    toPlanId: null,
    effectiveDate: null,
  })
})

test('a declined upgrade is not proposed again, and its message is withdrawn', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const organization = await subscriber(platform)
  const own = await organization.signIn('tenant_admin')
  await add(platform, organization, { users: 101 })
  await admin.post(CHECK_PATH)
  const { status, body } = await own.post('/api/tenant/subscription/decline-upgrade')
  expect({ status, pending: body.pendingUpgrade }).toEqual({ status: 200, pending: null })
  await admin.post('/api/admin/run-subscription-automation')
  await admin.post(CHECK_PATH)
  expect(await subscriptionOf(platform, organization)).toMatchObject({ pending: null, enabled: false, plan: 'starter' })
  expect(await logsOf(platform, organization)).toHaveLength(1)
  const { body: logs } = await admin.get('/api/admin/subscription-upgrade-logs')
  expect(logs.find((log: { tenantId: string }) => log.tenantId === organization.id)).toMatchObject({
    isWithdrawn: true,
    notificationSent: false,
  })
  const subjects = await mailsTo(platform, `admin@${organization.subdomain}.example`)
  expect(subjects.filter((subject) => subject.includes('moves to the plan'))).toEqual([])
})

test('the logs come newest first by limit and offset, and bad paging is refused', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const all = await admin.get('/api/admin/subscription-upgrade-logs')
  const page = await admin.get('/api/admin/subscription-upgrade-logs?limit=2&offset=1')
  expect(page.body).toEqual(all.body.slice(1, 3))
  expect(page.headers['x-total-count']).toBe(String(all.body.length))
  for (const query of ['limit=0', 'limit=many', 'offset=-1', 'limit=1001', 'offset=1e99']) {
    expect((await admin.get(`/api/admin/subscription-upgrade-logs?${query}`)).status).toBe(400)
  }
})
