import { afterEach, expect, vi } from 'vitest'
import { pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenants } from '#plugins/tenants/plugin.ts'
import { billing } from '../../plugin.ts'
import { createPlan, invoicesOf, buildSubscribed, subscriptionOf } from '../../testing/subscriptions.ts'
import { rollOverDue } from './roll-over.ts'

const test = pluginTest([audit, billing, tenants])

afterEach(() => {
  vi.restoreAllMocks()
})

/** Stops the clock there. @returns a super admin who is signed in then */
async function stopAt(platform: TestPlatform, time: number): Promise<Client> {
  vi.spyOn(platform.clock, 'now').mockReturnValue(new Date(time))
  return platform.superAdmin()
}

const revenueOf = async (admin: Client): Promise<number> =>
  (await admin.get('/api/subscriptions/stats')).body.totalRevenue

const monthly = { billingInterval: 'monthly' } as const
const yearly = { billingInterval: 'yearly' } as const

test.for([
  ['of a month in its middle', { price: 50, ...monthly }, { price: 150, ...monthly }, 1 / 2, 50],
  ['of a year after a quarter', { price: 400, ...yearly }, { price: 1000, ...yearly }, 1 / 4, 450],
  ['of a month, to a year that costs twice as much', { price: 10, ...monthly }, { price: 240, ...yearly }, 3 / 4, 2.5],
  ['of a month that is free', { price: 0, ...monthly }, { price: 9.99, ...monthly }, 1 / 3, 6.66],
] as const)('a dearer plan invoices the rest %s, at the difference', async ([, from, to, gone, rest], { platform }) => {
  const start = platform.clock.now().getTime()
  let admin = await stopAt(platform, start)
  await admin.put('/api/settings', { taxRate: 0 })
  const [old, chosen] = [await createPlan(admin, from), await createPlan(admin, to)]
  const one = await buildSubscribed(platform, admin, old.name)
  await admin.post(`/api/subscriptions/${one.id}/record-payment`, {})
  const before = await revenueOf(admin)
  const end = Date.parse(one.currentPeriodEnd)
  admin = await stopAt(platform, start + Math.round((end - start) * gone))
  const { body } = await admin.put(`/api/subscriptions/${one.id}`, { planId: chosen.id })
  expect(body).toMatchObject({ status: 'active', currentPeriodEnd: one.currentPeriodEnd, planName: chosen.name })
  const [newest, ...older] = await invoicesOf(admin, one.tenantId)
  expect(older).toHaveLength(from.price > 0 ? 1 : 0)
  expect(newest).toMatchObject({
    total: rest,
    periodStart: platform.clock.now().toISOString(),
    periodEnd: one.currentPeriodEnd,
    status: 'open',
  })
  const month = ({ price, billingInterval }: { price: number; billingInterval: string }) =>
    billingInterval === 'yearly' ? price / 12 : price
  expect((await revenueOf(admin)) - before).toBeCloseTo(month(to) - month(from), 2)
  // The same days are not charged again by a change there and back.
  await admin.put(`/api/subscriptions/${one.id}`, { planId: old.id })
  await admin.put(`/api/subscriptions/${one.id}`, { planId: chosen.id })
  expect(await invoicesOf(admin, one.tenantId)).toHaveLength(older.length + 1)
})

test('a migration to a dearer plan invoices the rest of the period of each subscriber', async ({ platform }) => {
  const admin = await stopAt(platform, platform.clock.now().getTime())
  const [from, to] = [await createPlan(admin, { price: 20 }), await createPlan(admin, { price: 30 })]
  const made = [await buildSubscribed(platform, admin, from.name), await buildSubscribed(platform, admin, from.name)]
  const { body } = await admin.post(`/api/subscription-plans/${from.id}/migrate/${to.id}`)
  expect(body).toEqual({ migratedCount: 2 })
  for (const { tenantId } of made) {
    expect((await invoicesOf(admin, tenantId)).map(({ total }) => total)).toEqual([10, 20])
  }
})

test('revenue counts what is invoiced: a cheaper plan, a new price and another currency from the next period', async ({
  platform,
}) => {
  const start = platform.clock.now().getTime()
  let admin = await stopAt(platform, start)
  const before = await revenueOf(admin)
  const [dear, cheap] = [await createPlan(admin, { price: 90 }), await createPlan(admin, { price: 30 })]
  const euro = await createPlan(admin, { price: 500, currency: 'EUR' })
  const one = await buildSubscribed(platform, admin, dear.name)
  await admin.post(`/api/subscriptions/${one.id}/record-payment`, {})
  const now = async () => Math.round((await revenueOf(admin)) - before)
  expect(await now()).toBe(90)
  await admin.put(`/api/subscription-plans/${dear.id}`, { price: 120 })
  expect(await now()).toBe(90)
  await admin.put(`/api/subscriptions/${one.id}`, { planId: euro.id })
  expect(await now()).toBe(90)
  await admin.put(`/api/subscriptions/${one.id}`, { planId: cheap.id })
  expect(await now()).toBe(90)
  expect(await invoicesOf(admin, one.tenantId)).toHaveLength(1)
  admin = await stopAt(platform, Date.parse(one.currentPeriodEnd))
  await rollOverDue(platform.core)
  expect((await subscriptionOf(admin, one.tenantName)).price).toBe(30)
  expect((await invoicesOf(admin, one.tenantId))[0]).toMatchObject({ total: 30 })
})
