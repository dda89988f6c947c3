import { expect } from 'vitest'
import { createPlatform } from '#core/server/platform.ts'
import { openTestPlatform, pluginTest, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { billing } from '#plugins/billing/plugin.ts'
import { tenantApp } from '#plugins/tenant-app/plugin.ts'
import { cycleStages } from '../contract.ts'
import { nextCycle, runCycle } from './cycle.ts'
import { automation } from '../plugin.ts'
import { add, ask, billingOf, logsOf, mailsTo, subscriber, subscriptionOf } from './subscribers.ts'

const plugins = [billing, automation, tenantApp]
const test = pluginTest(plugins)

const DAY_MS = 86_400_000

const payAll = `update invoices set status = 'paid', paid_at = now(), amount_paid = total where status = 'open'`

const run = (platform: TestPlatform) => runCycle(platform.core, billingOf(platform), { trigger: 'schedule' })

const toldOf = async (platform: TestPlatform, { subdomain }: TestOrganization) =>
  (await mailsTo(platform, `admin@${subdomain}.example`)).filter((subject) => subject.includes('moves to the plan'))

const invoicesOf = (platform: TestPlatform, { id }: TestOrganization) =>
  ask<{ total: string; plan: string }>(
    platform,
    'select total::text, plan_display_name as plan from invoices where tenant_id = ? order by period_start',
    [id],
  )

test('an upgrade is announced once, takes effect with the next period, and sets its price', async ({ platform }) => {
  const organization = await subscriber(platform)
  await add(platform, organization, { users: 101 })
  expect(await run(platform)).toMatchObject({ check: { upgrades: 1 }, notifications: { sent: 1 } })
  expect(await run(platform)).toMatchObject({ check: { upgrades: 0 }, notifications: { sent: 0 } })
  expect(await toldOf(platform, organization)).toEqual([`${organization.name} moves to the plan Growth`])
  const { periodEnd } = await subscriptionOf(platform, organization)
  platform.clock.forward(Date.parse(periodEnd) - platform.clock.now().getTime() + DAY_MS)
  await ask(platform, payAll)
  expect(await run(platform)).toMatchObject({ periods: { renewed: 1, invoiced: 1, upgraded: 1 } })
  expect(await run(platform)).toMatchObject({ periods: { renewed: 0, invoiced: 0, upgraded: 0 } })
  expect(await subscriptionOf(platform, organization)).toMatchObject({
    plan: 'growth',
    pending: null,
    status: 'active',
  })
  expect(await invoicesOf(platform, organization)).toEqual([
    { total: '49.00', plan: 'Starter' },
    { total: '149.00', plan: 'Growth' },
  ])
  expect(await toldOf(platform, organization)).toHaveLength(1)
  expect(await logsOf(platform, organization)).toHaveLength(1)
})

/** State that a cycle leaves for an organization, without ids and times. */
async function stateOf(platform: TestPlatform, organization: TestOrganization) {
  const { plan, pending, status } = await subscriptionOf(platform, organization)
  return {
    plan,
    pending,
    status,
    logs: await logsOf(platform, organization),
    invoices: await invoicesOf(platform, organization),
    mails: (await mailsTo(platform, `admin@${organization.subdomain}.example`)).map((subject) =>
      subject.replace(/TRE-\S+/, 'TRE'),
    ),
  }
}

/** Three months of an organization that outgrows its plan, one that does not, and one on trial. */
async function threeMonths(oneCycle: (platform: TestPlatform) => Promise<unknown>) {
  const platform = await openTestPlatform(plugins)
  const over = await subscriber(platform)
  await add(platform, over, { users: 101 })
  const organizations = [over, await subscriber(platform), await subscriber(platform, 'trial')]
  for (let half = 0; half < 6; half++) {
    await oneCycle(platform)
    await ask(platform, payAll)
    platform.clock.forward(16 * DAY_MS)
  }
  const states = []
  for (const organization of organizations) states.push(await stateOf(platform, organization))
  await platform.close()
  return states
}

test.for(cycleStages)(
  'stopped after the stage %s and run again, it ends as if it had not been stopped',
  async (stop) => {
    const interrupted = await threeMonths(async (platform) => {
      const stopped = runCycle(platform.core, billingOf(platform), {
        trigger: 'schedule',
        onStage: (stage) => {
          if (stage === stop) throw new Error('stopped')
        },
      })
      await expect(stopped).rejects.toThrow('stopped')
      await run(platform)
    })
    expect(interrupted).toEqual(await threeMonths(run))
    expect(interrupted[0]).toMatchObject({ plan: 'growth', pending: null, status: 'active' })
    expect(interrupted[0]?.mails.filter((subject) => subject.includes('moves to the plan'))).toHaveLength(1)
  },
)

test('twenty roll-overs at once on two nodes number their invoices without gaps or doubles, and tell of each upgrade once', async ({
  platform,
}) => {
  const organizations = await Promise.all(Array.from({ length: 12 }, () => subscriber(platform)))
  const over = organizations.slice(0, 3)
  for (const organization of over) await add(platform, organization, { users: 101 })
  const { databaseUrl, clock, core } = platform
  const second = await createPlatform({ ...core.env, databaseUrl }, plugins, { clock, work: false, rateLimit: false })
  await ask(platform, payAll)
  platform.clock.forward(32 * DAY_MS)
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      runCycle(index % 2 ? second.core : core, billingOf(platform), { trigger: 'schedule' }),
    ),
  )
  await second.close()
  const numbers = await ask<{ number: string }>(platform, 'select number from invoices order by number')
  const byYear = Map.groupBy(numbers, ({ number }) => number.slice(0, -6))
  for (const invoices of byYear.values()) {
    expect(invoices.map(({ number }) => Number(number.slice(-6)))).toEqual(invoices.map((_, index) => index + 1))
  }
  for (const organization of organizations) expect(await invoicesOf(platform, organization)).toHaveLength(2)
  for (const organization of over) {
    expect(await logsOf(platform, organization)).toHaveLength(1)
    expect(await toldOf(platform, organization)).toHaveLength(1)
  }
})

test('the stats match the logs, and the last run shows the result of each stage', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const { body: ran } = await admin.post('/api/admin/run-subscription-automation')
  const { status, body } = await admin.get('/api/admin/subscription-automation/overview')
  const [counts] = await ask<{ total: string }>(
    platform,
    'select count(*) as total from subscription_upgrade_logs where to_plan_id is not null and withdrawn_at is null',
  )
  expect({ status, ...body }).toMatchObject({
    status: 200,
    totalUpgrades: Number(counts?.total),
    lastRun: { trigger: 'button', finishedAt: expect.any(String), outcome: { check: ran.check, states: ran.states } },
    settings: { gracePeriodDays: 7, taxRate: 0, mailServerSet: false },
  })
  expect(Date.parse(body.nextRunAt)).toBeGreaterThan(platform.clock.now().getTime())
})

test('an upgrade counts as recent for seven days, and its notification as pending until it is accepted', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  const figures = async () => (await admin.get('/api/admin/subscription-automation/overview')).body
  const organization = await subscriber(platform)
  await add(platform, organization, { users: 101 })
  const alone = {
    name: 'alone',
    displayName: 'Alone',
    price: 60,
    billingInterval: 'yearly',
    maxUsers: 2,
    maxStorage: 5,
  }
  await admin.post('/api/subscription-plans', alone)
  await add(platform, await subscriber(platform, 'alone'), { users: 3 })
  const before = await figures()
  const check = () => admin.post('/api/admin/check-subscription-upgrades')
  const { body: checked } = await check()
  expect(checked, 'no other plan is paid by the year').toMatchObject({ upgrades: 1, withoutPlan: 1 })
  expect(checked.examined, 'the figure says how many a check looks at').toBe(before.examinedSubscriptions)
  const after = await figures()
  expect(after.examinedSubscriptions).toBe(before.examinedSubscriptions - 1)
  expect((await check()).body.examined).toBe(after.examinedSubscriptions)
  await run(platform)
  expect(await figures()).toMatchObject({
    totalUpgrades: before.totalUpgrades + 1,
    recentUpgrades: before.recentUpgrades + 1,
    automaticUpgrades: before.automaticUpgrades,
    // One to the organization, one to the support where no plan is large enough.
    pendingNotifications: before.pendingNotifications + 2,
  })
  await ask(platform, `update mail_messages set status = 'sent', sent_at = now() where tenant_id = ?`, [
    organization.id,
  ])
  const { body: logs } = await admin.get('/api/admin/subscription-upgrade-logs')
  expect(logs.find(({ tenantId }: { tenantId: string }) => tenantId === organization.id)).toMatchObject({
    notificationSent: true,
    notificationSentAt: expect.any(String),
  })
  await run(platform)
  expect(await figures()).toMatchObject({ pendingNotifications: before.pendingNotifications + 1 })
})

test('the cycle is due every 24 hours', () => {
  expect(nextCycle(new Date('2026-03-29T02:59:59Z')).toISOString()).toBe('2026-03-29T03:00:00.000Z')
  expect(nextCycle(new Date('2026-03-29T03:00:00Z')).toISOString()).toBe('2026-03-30T03:00:00.000Z')
})
