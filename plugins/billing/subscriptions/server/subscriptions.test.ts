import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenants } from '#plugins/tenants/plugin.ts'
import type { Subscription } from '../contract.ts'
import { subscribeMissing } from './backfill.ts'
import { billing } from '../../plugin.ts'
import { createPlan, planNamed, buildSubscribed, subscriptionOf, DAY_MS } from '../../testing/subscriptions.ts'

const test = pluginTest([audit, billing, tenants])

test('the list goes by name and page, with the total, and searches names literally', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const made = await Promise.all([buildSubscribed(platform, admin), buildSubscribed(platform, admin, 'trial')])
  const all = await admin.get('/api/subscriptions')
  const names = (all.body as Subscription[]).map(({ tenantName }) => tenantName)
  expect(names).toEqual(names.toSorted())
  const page = await admin.get('/api/subscriptions?limit=1&offset=1')
  expect(page.body).toEqual([all.body[1]])
  expect(page.headers['x-total-count']).toBe(String(names.length))
  expect((await admin.get('/api/subscriptions?search=%25')).body).toEqual([])
  expect((await admin.get('/api/subscriptions?status=trialing')).body).toMatchObject([{ id: made[1]?.id }])
  for (const query of ['limit=0', 'offset=-1', 'status=gone', 'sort=price', `search=${'x'.repeat(201)}`]) {
    expect((await admin.get(`/api/subscriptions?${query}`)).status).toBe(400)
  }
})

test('subscriptions made at once differ in the first 8 characters of their ids, which the log shows', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  const made = await Promise.all([
    buildSubscribed(platform, admin),
    buildSubscribed(platform, admin),
    buildSubscribed(platform, admin),
  ])
  expect(new Set(made.map(({ id }) => id.slice(0, 8))).size).toBe(3)
})

test('the list is sorted by what is asked for, either way, what has no next payment last', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const dear = await buildSubscribed(platform, admin, 'growth')
  const free = await buildSubscribed(platform, admin, 'trial')
  await admin.put(`/api/subscriptions/${free.id}`, { cancelAtPeriodEnd: true })
  const sorted = async (sort: string) => (await admin.get(`/api/subscriptions?sort=${sort}`)).body as Subscription[]
  const columns: Record<string, (one: Subscription) => string | number | null> = {
    organization: ({ tenantName }) => tenantName.toLowerCase(),
    amount: ({ price }) => price,
    nextPayment: ({ nextPaymentAt }) => nextPaymentAt,
  }
  for (const [sort, valueOf] of Object.entries(columns)) {
    const values = (await sorted(sort)).map(valueOf)
    const known = values.filter((value) => value !== null)
    expect(values.slice(0, known.length)).toEqual(known.toSorted((a, b) => (a < b ? -1 : Number(a > b))))
    const backwards = (await sorted(`-${sort}`)).map(valueOf)
    expect(backwards.slice(0, known.length)).toEqual(known.toReversed())
  }
  expect((await sorted('amount')).map(({ id }) => id)).toEqual(expect.arrayContaining([dear.id, free.id]))
})

test('of two users who edit one subscription at once the second is refused', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const { id, updatedAt } = await buildSubscribed(platform, admin)
  const answers = await Promise.all(
    ['paused', 'canceled'].map((status) => admin.put(`/api/subscriptions/${id}`, { status, updatedAt })),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('outdated')
})

test('an impossible change is refused at its field', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const { id, tenantName } = await buildSubscribed(platform, admin)
  const inactive = await createPlan(admin, { isActive: false })
  const put = (body: object) => admin.put(`/api/subscriptions/${id}`, body)
  expect((await put({ planId: inactive.id })).body.fields).toHaveProperty('planId')
  expect((await put({ planId: 'x' })).body.fields).toEqual({ planId: 'Please select a plan' })
  expect((await put({ status: 'gone' })).body.fields).toHaveProperty('status')
  expect((await put({ planId: '0198c0de-0000-7000-8000-000000000001' })).status).toBe(400)
  expect((await admin.put('/api/subscriptions/0198c0de-0000-7000-8000-000000000001', {})).status).toBe(404)
  expect((await put({})).body).toEqual(await subscriptionOf(admin, tenantName))
})

test('the figures count revenue by the month, exactly, and churn of those who were there', async ({ platform }) => {
  const { clock } = platform
  let admin = await platform.superAdmin()
  const before = (await admin.get('/api/subscriptions/stats')).body
  const yearly = await createPlan(admin, { price: 100, billingInterval: 'yearly' })
  const made = await Promise.all([1, 2, 3].map(() => buildSubscribed(platform, admin, yearly.name)))
  const after = (await admin.get('/api/subscriptions/stats')).body
  expect(after.activeCount - before.activeCount).toBe(3)
  // Three times 100 a year are 25 a month, not three times 8.33.
  expect(Math.round((after.totalRevenue - before.totalRevenue) * 100)).toBe(2500)
  expect((await admin.get('/api/dashboard/stats')).body).toMatchObject({
    activeSubscriptions: after.activeCount,
    monthlyRevenue: after.totalRevenue,
  })
  clock.forward(31 * DAY_MS)
  admin = await platform.superAdmin()
  const { length } = (await admin.get('/api/subscriptions')).body.filter(
    ({ status }: Subscription) => status !== 'canceled',
  )
  await admin.put(`/api/subscriptions/${made[0]?.id}`, { status: 'canceled' })
  const { churnRate } = (await admin.get('/api/subscriptions/stats')).body
  expect(churnRate).toBe(Math.round(1000 / length) / 10)
})

test('organizations that were loaded past the use cases get their subscriptions with one call', async ({
  platform,
}) => {
  const { core } = platform
  const [old, trial] = [await platform.organization({ plan: 'growth' }), await platform.organization()]
  await core.db.platform(systemActor, ({ trx }) =>
    trx('tenants').where({ id: old.id }).update({ createdAt: '2024-01-31T08:00:00Z' }),
  )
  await core.db.platform(systemActor, async ({ trx }) => {
    await subscribeMissing(trx, core.clock.now(), 14)
    await subscribeMissing(trx, core.clock.now(), 14)
  })
  const admin = await platform.superAdmin()
  const { body } = await admin.get(`/api/subscriptions?search=${encodeURIComponent(old.name)}`)
  const of = (tenantId: string) => (body as Subscription[]).filter((one) => one.tenantId === tenantId)
  expect(of(trial.id)).toMatchObject([{ status: 'trialing', planName: 'trial' }])
  const [active] = of(old.id)
  expect(active).toMatchObject({ status: 'active', planName: 'growth' })
  expect(Date.parse(active?.currentPeriodEnd ?? '')).toBeGreaterThan(core.clock.now().getTime())
  expect((await planNamed(admin, 'growth')).everUsed).toBe(true)
})

test('every change is in the audit log of the organization', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const { id, tenantId } = await buildSubscribed(platform, admin)
  await admin.put(`/api/subscriptions/${id}`, { status: 'paused' })
  const { body } = await admin.get(`/api/audit-logs?category=billing&tenantId=${tenantId}`)
  const actions = body.map(({ action }: { action: string }) => action)
  expect(actions).toEqual(['subscription.updated', 'subscription.created'])
})
