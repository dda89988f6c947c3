import { expect } from 'vitest'
import { PLAN_UPGRADE_HEADER } from '#core/contract/limits.ts'
import { pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { billing } from '#plugins/billing/plugin.ts'
import { tenantApp } from '#plugins/tenant-app/plugin.ts'
import { tenants } from '#plugins/tenants/plugin.ts'
import { sendNotifications } from './notifications.ts'
import { automation } from '../plugin.ts'
import { add, ask, billingOf, logsOf, mailsTo, subscriber, subscriptionOf } from './subscribers.ts'

const test = pluginTest([audit, billing, tenants, automation, tenantApp])

const DAY_MS = 86_400_000
let people = 0
let plans = 0

/** A subscriber of a plan for two of staff, whose next larger plan is Starter with 100. */
async function crew(platform: TestPlatform, given: object = {}): Promise<TestOrganization> {
  const admin = await platform.superAdmin()
  const name = `crew-${++plans}`
  const limits = { maxUsers: 2, maxSessions: 2, maxStorage: 1 }
  const plan = { name, displayName: 'Crew', price: 60 - plans, entitlements: [], ...limits, ...given }
  expect((await admin.post('/api/subscription-plans', plan)).status).toBe(201)
  return subscriber(platform, name)
}

function invite(client: Client, agreed?: string) {
  const payload = { email: `mae${++people}@example.org`, firstName: 'Mae', lastName: 'J', role: 'instructor' }
  return client.request('POST', '/api/people', { payload, headers: agreed ? { [PLAN_UPGRADE_HEADER]: agreed } : {} })
}

function meet(client: Client, instant: number, agreed?: string) {
  const payload = {
    name: 'Robotics',
    startDate: new Date(instant).toISOString(),
    endDate: new Date(instant + DAY_MS / 24).toISOString(),
  }
  return client.request('POST', '/api/sessions', { payload, headers: agreed ? { [PLAN_UPGRADE_HEADER]: agreed } : {} })
}

/** Subjects about the upgrade once the job that the act has sent is done. */
async function mailsAfterJob(platform: TestPlatform, { subdomain }: TestOrganization): Promise<string[]> {
  await sendNotifications(platform.core, billingOf(platform))
  const subjects = await mailsTo(platform, `admin@${subdomain}.example`)
  return subjects.filter((subject) => subject.includes('moves to the plan'))
}

test('an admin who goes over the plan reads what follows, agrees, and the upgrade is announced at once', async ({
  platform,
}) => {
  const organization = await crew(platform)
  const admin = await organization.signIn('tenant_admin')
  expect((await invite(admin)).status).toBe(201)
  const asked = await invite(admin)
  expect(asked).toMatchObject({ status: 403, body: { code: 'plan.confirm-upgrade', details: { plan: 'starter' } } })
  expect(asked.body.message).toMatch(
    /^You will be over your plan of 2 staff accounts\. It will move to Starter, \$49\.00\/month, on \w+ \d+, \d{4}\. You can decline until then\.$/,
  )
  expect(await logsOf(platform, organization)).toEqual([])
  expect((await invite(admin, 'growth')).body.code).toBe('plan.confirm-upgrade')
  expect((await invite(admin, 'starter')).status).toBe(201)
  const { periodEnd } = await subscriptionOf(platform, organization)
  expect(await subscriptionOf(platform, organization)).toMatchObject({ pending: 'starter', effective: periodEnd })
  expect(await logsOf(platform, organization)).toEqual([{ reason: 'user_limit_exceeded', to: 'starter', count: 3 }])
  expect(await mailsAfterJob(platform, organization)).toHaveLength(1)
  // The limits of the larger plan hold now.
  expect((await invite(admin)).status).toBe(201)
  expect((await (await platform.superAdmin()).post('/api/admin/check-subscription-upgrades')).body.upgrades).toBe(0)
  expect(await logsOf(platform, organization)).toHaveLength(1)
})

test('instructors and super admins read it as it concerns them, and families are not asked', async ({ platform }) => {
  const organization = await crew(platform, { maxUsers: 5 })
  const instructor = await organization.signIn('instructor')
  const now = platform.clock.now().getTime()
  for (const _ of [1, 2]) expect((await meet(instructor, now + 1000)).status).toBe(201)
  expect((await meet(instructor, now + 1000)).body.message).toMatch(
    /^Your organization will be over its plan of 2 sessions\. It will move to Starter on .*\. Your admins are notified and can decline until then\.$/,
  )
  const root = await platform.superAdmin()
  await add(platform, organization, { users: 4 })
  const payload = {
    tenantId: organization.id,
    role: 'instructor',
    firstName: 'Mae',
    lastName: 'J',
    email: `mae${++people}@example.org`,
    username: `mae${people}`,
  }
  const asked = await root.post('/api/admin/users', payload)
  expect(asked.body.message).toContain(`${organization.name} will be over its plan of 5 staff accounts.`)
  expect(asked.body.message).toContain('Its admins can decline until then.')
  expect((await subscriptionOf(platform, organization)).pending).toBeNull()
})

test('sessions of a later period pass without an upgrade, up to the larger plan, and the check finds them then', async ({
  platform,
}) => {
  const organization = await crew(platform)
  const admin = await organization.signIn('tenant_admin')
  const end = Date.parse((await subscriptionOf(platform, organization)).periodEnd)
  for (const _ of [1, 2]) expect((await meet(admin, end + DAY_MS)).status).toBe(201)
  const asked = await meet(admin, end + DAY_MS)
  expect(asked.body.message).toContain('You can decline once it has begun.')
  expect((await meet(admin, end + DAY_MS, asked.body.details.plan)).status).toBe(201)
  expect(await subscriptionOf(platform, organization)).toMatchObject({ pending: null })
  platform.clock.forward(end - platform.clock.now().getTime() + DAY_MS)
  await ask(platform, `update invoices set status = 'paid', paid_at = now(), amount_paid = total where status = 'open'`)
  await (await platform.superAdmin()).post('/api/admin/run-subscription-automation')
  expect(await logsOf(platform, organization)).toMatchObject([{ reason: 'session_limit_exceeded', to: 'starter' }])
})

test('of two organizations that take the last place of the larger plan at once, one gets it', async ({ platform }) => {
  const organization = await crew(platform, { maxUsers: 1 })
  const admin = await organization.signIn('tenant_admin')
  const root = await platform.superAdmin()
  const larger = `hall-${++plans}`
  const price = 60 - plans
  const hall = { name: larger, displayName: 'Hall', price: price > 1 ? price / 100 : 1, maxUsers: 2, maxStorage: 1 }
  expect((await root.post('/api/subscription-plans', hall)).status).toBe(201)
  // No larger one than that.
  await ask(platform, `update subscription_plans set is_active = false where max_users > 2 or max_users is null`)
  try {
    const answers = await Promise.all([invite(admin, larger), invite(admin, larger)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 403])
    expect(answers.find(({ status }) => status === 403)?.body).toMatchObject({
      code: 'plan.limit',
      message: expect.stringContaining('The plan Hall allows 2 staff accounts, and this organization has 2.'),
    })
    expect(await logsOf(platform, organization)).toMatchObject([{ to: larger, count: 2 }])
  } finally {
    await ask(platform, 'update subscription_plans set is_active = true')
    await root.patch(`/api/subscription-plans/${await planId(platform, larger)}/status`, { isActive: false })
  }
})

async function planId(platform: TestPlatform, name: string): Promise<string> {
  const [plan] = await ask<{ id: string }>(platform, 'select id from subscription_plans where name = ?', [name])
  return plan?.id ?? ''
}

test('declined, it leaves the counts at once and the limit is hard; switched on again, it is announced again by email', async ({
  platform,
}) => {
  const organization = await crew(platform)
  const admin = await organization.signIn('tenant_admin')
  const root = await platform.superAdmin()
  const counts = async () => {
    const { totalUpgrades, recentUpgrades, automaticUpgrades, pendingUpgrades } = (
      await root.get('/api/admin/subscription-automation/overview')
    ).body
    return { totalUpgrades, recentUpgrades, automaticUpgrades, pendingUpgrades }
  }
  const before = await counts()
  await invite(admin)
  expect((await invite(admin, 'starter')).status).toBe(201)
  expect((await counts()).totalUpgrades).toBe(before.totalUpgrades + 1)
  expect(await mailsAfterJob(platform, organization)).toHaveLength(1)
  expect((await admin.post('/api/tenant/subscription/decline-upgrade')).status).toBe(200)
  expect(await counts()).toEqual(before)
  expect((await invite(admin, 'starter')).body).toMatchObject({
    code: 'plan.limit',
    message:
      'The plan Crew allows 2 staff accounts, and this organization has 3. Automatic upgrades are off: an admin can turn them on under Plan and usage, or deactivate an account.',
  })
  expect((await admin.put('/api/tenant/subscription/automatic-upgrades', { enabled: true })).status).toBe(200)
  expect((await invite(admin, 'starter')).status).toBe(201)
  expect(await subscriptionOf(platform, organization)).toMatchObject({ pending: 'starter', enabled: true })
  expect(await mailsAfterJob(platform, organization)).toHaveLength(2)
  expect(await logsOf(platform, organization)).toHaveLength(1)
})

test.for([
  { why: 'on trial', change: `status = 'trialing'`, text: 'A trial is not upgraded automatically.' },
  { why: 'that ends with its period', change: 'cancel_at_period_end = true', text: 'is not renewed at present' },
  { why: 'that switched upgrades off', change: 'auto_upgrade_enabled = false', text: 'Automatic upgrades are off' },
])('the limit of an organization $why is hard', async ({ change, text }, { platform }) => {
  const organization = await crew(platform)
  const admin = await organization.signIn('tenant_admin')
  await ask(platform, `update subscriptions set ${change} where tenant_id = ?`, [organization.id])
  expect((await invite(admin)).status).toBe(201)
  expect((await invite(admin, 'starter')).body).toMatchObject({
    code: 'plan.limit',
    message: expect.stringContaining(text),
  })
})

test('the platform’s limit is hard, whatever plan an organization would move to', async ({ platform }) => {
  const root = await platform.superAdmin()
  const organization = await crew(platform)
  const admin = await organization.signIn('tenant_admin')
  await root.put('/api/settings', { maxUsersPerTenant: 3 })
  try {
    await invite(admin)
    expect((await invite(admin, 'starter')).status).toBe(201)
    expect((await invite(admin, 'growth')).body).toMatchObject({
      code: 'plan.limit',
      message: expect.stringContaining('This is the platform’s limit for every organization.'),
    })
  } finally {
    await root.put('/api/settings', { maxUsersPerTenant: 100 })
  }
})
