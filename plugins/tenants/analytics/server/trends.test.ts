import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { billing } from '#plugins/billing/plugin.ts'
import { createPlan } from '#plugins/billing/testing/subscriptions.ts'
import { tenants } from '../../plugin.ts'

const test = pluginTest([billing, tenants])

const DAY_MS = 86_400_000

test('a trend ends with the card’s value and shows additions and removals in 30 days', async ({ platform }) => {
  const { core, clock } = platform
  const admin = await platform.superAdmin()
  const before = (await admin.get('/api/dashboard/stats')).body
  const create = async (name: string, plan: string) =>
    (await admin.post('/api/tenants', { name, adminEmail: `${plan}${name}@example.org`, plan })).body as { id: string }
  const [old, canceled] = [await create('Old', 'starter'), await create('Gone', 'growth')]
  await create('New', 'growth')
  const ago = (days: number) => new Date(clock.now().getTime() - days * DAY_MS).toISOString()
  await core.db.platform(systemActor, async ({ trx }) => {
    await trx('tenants')
      .where({ id: old.id })
      .update({ createdAt: ago(10) })
    await trx('users')
      .where({ tenantId: old.id })
      .update({ createdAt: ago(10) })
    await trx('subscriptions')
      .where({ tenantId: old.id })
      .update({ createdAt: ago(10) })
    await trx('subscriptions')
      .where({ tenantId: canceled.id })
      .update({ status: 'canceled', createdAt: ago(60), canceledAt: ago(5) })
  })
  const stats = (await admin.get('/api/dashboard/stats')).body
  const trends = (await admin.get('/api/dashboard/trends')).body as Record<string, number[]>
  const change = (name: string) => (trends[name]?.at(-1) ?? 0) - (trends[name]?.[0] ?? 0)
  for (const [name, points] of Object.entries(trends)) {
    expect(points).toHaveLength(30)
    expect(points.at(-1), name).toBe(stats[name])
  }
  expect(trends['activeTenants']?.at(-2)).toBe(before.activeTenants + 1)
  expect(change('activeTenants')).toBe(3)
  expect(change('totalUsers')).toBe(stats.totalUsers)
  expect(change('activeSubscriptions')).toBe(1)
  expect(change('monthlyRevenue')).toBe(149 + 49 - 149)
})

test('revenue equals, on each day, the value of its card then: yearly prices are rounded once', async ({
  platform,
}) => {
  const { core, clock } = platform
  // Earlier changes are not in the trend any more.
  clock.forward(40 * DAY_MS)
  const admin = await platform.superAdmin()
  const plan = await createPlan(admin, { price: 100, billingInterval: 'yearly' })
  const shown = async () => (await admin.get('/api/dashboard/stats')).body.monthlyRevenue
  const create = async (name: string) =>
    (await admin.post('/api/tenants', { name, adminEmail: `${name}@year.example`, plan: plan.name })).body as {
      id: string
    }
  const [before, old] = [await shown(), await create('older')]
  const then = await shown()
  await core.db.platform(systemActor, ({ trx }) =>
    trx('subscriptions')
      .where({ tenantId: old.id })
      .update({ createdAt: new Date(clock.now().getTime() - 10 * DAY_MS).toISOString() }),
  )
  await create('newer')
  const { monthlyRevenue } = (await admin.get('/api/dashboard/trends')).body as { monthlyRevenue: number[] }
  expect([monthlyRevenue[0], monthlyRevenue.at(-2), monthlyRevenue.at(-1)]).toEqual([before, then, await shown()])
})
