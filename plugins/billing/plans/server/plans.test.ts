import { expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenants } from '#plugins/tenants/plugin.ts'
import type { SubscriptionPlan } from '../contract.ts'
import { billing } from '../../plugin.ts'
import { createPlan, planNamed, buildSubscribed, subscriptionOf } from '../../testing/subscriptions.ts'

const test = pluginTest([audit, billing, tenants])

test('four plans are there from the beginning, in their order', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const { body } = await admin.get('/api/subscription-plans')
  expect(body.slice(0, 4)).toMatchObject([
    { name: 'trial', price: 0, isActive: true, maxUsers: 25 },
    { name: 'starter', price: 49, currency: 'USD', billingInterval: 'monthly' },
    { name: 'growth', price: 149 },
    { name: 'enterprise', price: 499, maxUsers: null, maxSessions: null, maxStorage: 250 },
  ])
})

test.for([
  [{ price: 9.999 }, 'price'],
  [{ price: -1 }, 'price'],
  [{ price: 100_000_000 }, 'price'],
  [{ price: '49' }, 'price'],
  [{ maxUsers: 0 }, 'maxUsers'],
  [{ maxSessions: 1.5 }, 'maxSessions'],
  [{ maxStorage: -3 }, 'maxStorage'],
  [{ name: 'No Slug' }, 'name'],
  [{ name: 'x'.repeat(51) }, 'name'],
  [{ displayName: ' ' }, 'displayName'],
  [{ displayName: 'a\u0000b' }, 'displayName'],
  [{ billingInterval: 'weekly' }, 'billingInterval'],
  [{ currency: 'usd' }, 'currency'],
  [{ features: [''] }, 'features.0'],
] as const)('a plan with %j is refused at %s', async ([given, field], { platform }) => {
  const admin = await platform.superAdmin()
  const { status, body } = await admin.post('/api/subscription-plans', { name: 'odd', displayName: 'Odd', ...given })
  expect(status).toBe(400)
  expect(Object.keys(body.fields)).toEqual([field])
})

test('a plan may not promise a feature that it does not include', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const unkept = { fields: { 'features.1': 'Include “Audit log export”, or remove this feature' } }
  const features = ['Priority support', 'audit log export']
  const refused = await admin.post('/api/subscription-plans', {
    name: 'vain',
    displayName: 'Vain',
    features,
    entitlements: [],
  })
  expect(refused).toMatchObject({ status: 400, body: unkept })
  const plan = await createPlan(admin, { features, entitlements: ['audit-export'] })
  expect(plan.promises).toEqual(features)
  const change = (body: object) => admin.put(`/api/subscription-plans/${plan.id}`, body)
  expect(await change({ entitlements: [] })).toMatchObject({ status: 400, body: unkept })
  expect((await change({ entitlements: [], features: ['Priority support'] })).body).toMatchObject({
    entitlements: [],
    promises: ['Priority support'],
  })
  // The audit log is all that plugins of this platform offer.
  expect((await change({ entitlements: null })).body.promises).toEqual(['Priority support', 'Audit log export'])
  expect((await admin.get('/api/subscription-plans/entitlements')).body).toEqual([
    { key: 'audit-export', title: 'Audit log export', help: 'Save the audit log as CSV or JSON' },
  ])
})

test('a price beyond all numbers is refused', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const payload = '{"name":"odd","displayName":"Odd","price":1e309}'
  const { status, body } = await admin.request('POST', '/api/subscription-plans', {
    payload,
    headers: { 'content-type': 'application/json' },
  })
  expect(status).toBe(400)
  expect(body.fields).toHaveProperty('price')
})

test('prices keep their cents through the database', async ({ platform }) => {
  const admin = await platform.superAdmin()
  for (const price of [0, 0.01, 0.29, 19.99, 1.15, 99_999_999.99]) {
    expect(await createPlan(admin, { price })).toMatchObject({ price })
  }
})

test('two plans cannot have one ID, also when they come at once', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const plan = { name: 'twins', displayName: 'Twins' }
  const answers = await Promise.all([1, 2].map(() => admin.post('/api/subscription-plans', plan)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  expect(answers.find(({ status }) => status === 409)?.body.fields).toHaveProperty('name')
})

test('a change keeps omitted fields, and a concurrent second change is refused', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const plan = await createPlan(admin, { features: ['One', 'Two'], maxUsers: 5 })
  const change = { price: 25.5, maxUsers: null, updatedAt: plan.updatedAt }
  const { body } = await admin.put(`/api/subscription-plans/${plan.id}`, change)
  expect(body).toMatchObject({ price: 25.5, maxUsers: null, features: ['One', 'Two'], displayName: 'Club' })
  const second = await admin.put(`/api/subscription-plans/${plan.id}`, { ...change, price: 30 })
  expect(second).toMatchObject({ status: 409, body: { code: 'outdated' } })
})

test('a plan that was never used can be deleted, a used one only deactivated', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const unused = await createPlan(admin)
  expect((await admin.delete(`/api/subscription-plans/${unused.id}`)).status).toBe(204)
  expect((await admin.delete(`/api/subscription-plans/${unused.id}`)).status).toBe(404)
  const used = await createPlan(admin)
  const { id } = await buildSubscribed(platform, admin, used.name)
  await admin.put(`/api/subscriptions/${id}`, { planId: (await planNamed(admin, 'starter')).id })
  expect(await planNamed(admin, used.name)).toMatchObject({ everUsed: true, subscriberCount: 0 })
  expect((await admin.delete(`/api/subscription-plans/${used.id}`)).body.code).toBe('plan.used')
  const off = await admin.patch(`/api/subscription-plans/${used.id}/status`, { isActive: false })
  expect(off.body).toMatchObject({ isActive: false })
})

test('a plan with subscribers is deactivated once they have been migrated', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const [from, to] = [await createPlan(admin), await createPlan(admin)]
  const subscription = await buildSubscribed(platform, admin, from.name)
  const deactivate = () => admin.patch(`/api/subscription-plans/${from.id}/status`, { isActive: false })
  expect((await deactivate()).body).toMatchObject({
    code: 'plan.has-subscribers',
    message: 'Please select a target plan for migration or migrate subscribers first.',
  })
  expect((await admin.get(`/api/subscription-plans/${from.id}/subscribers`)).body).toEqual([
    { id: subscription.id, tenantName: subscription.tenantName, status: 'active' },
  ])
  const migrated = await admin.post(`/api/subscription-plans/${from.id}/migrate/${to.id}`)
  expect(migrated.body).toEqual({ migratedCount: 1 })
  expect((await deactivate()).status).toBe(200)
  expect(await subscriptionOf(admin, subscription.tenantName)).toMatchObject({ planId: to.id, status: 'active' })
})

test('subscribers cannot move to the same plan, an inactive one, or one that is too small', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const from = await createPlan(admin)
  const { tenantName, tenantId } = await buildSubscribed(platform, admin, from.name)
  await admin.post('/api/admin/users', {
    email: 'mae@example.org',
    username: 'mae',
    firstName: 'Mae',
    lastName: 'Jemison',
    role: 'instructor',
    tenantId,
  })
  const small = await createPlan(admin, { displayName: 'Tiny', maxUsers: 1 })
  const inactive = await createPlan(admin, { isActive: false })
  const migrate = (to: SubscriptionPlan) => admin.post(`/api/subscription-plans/${from.id}/migrate/${to.id}`)
  expect((await migrate(from)).status).toBe(400)
  expect((await migrate(inactive)).status).toBe(400)
  expect(await migrate(small)).toMatchObject({
    status: 409,
    body: { code: 'plan.too-small', message: `The plan Tiny is too small for ${tenantName}` },
  })
  expect(await subscriptionOf(admin, tenantName)).toMatchObject({ planId: from.id })
})

test('a plan takes no more organizations than the platform allows, however they come to it', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const full = await createPlan(admin)
  const resident = await buildSubscribed(platform, admin, full.name)
  const [other, from] = [await buildSubscribed(platform, admin), await createPlan(admin)]
  await buildSubscribed(platform, admin, from.name)
  await admin.put('/api/settings', { maxTenantsPerPlan: 1 })
  const message = 'The plan has reached its limit of 1 organizations'
  const choose = () => admin.put(`/api/subscriptions/${other.id}`, { planId: full.id })
  const refused = await choose()
  expect(refused).toMatchObject({ status: 409, body: { code: 'tenants.plan-full', fields: { planId: message } } })
  expect(await admin.post(`/api/subscription-plans/${from.id}/migrate/${full.id}`)).toMatchObject({
    status: 409,
    body: { code: 'tenants.plan-full', message },
  })
  // Nothing else of one that is there is in its way.
  expect((await admin.put(`/api/subscriptions/${resident.id}`, { billingEmail: 'pay@example.org' })).status).toBe(200)
  await admin.put('/api/settings', { maxTenantsPerPlan: 2 })
  expect((await choose()).status).toBe(200)
  await admin.put('/api/settings', { maxTenantsPerPlan: 10_000 })
})

test('deactivating while others subscribe: no organization ends on an inactive plan', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const plan = await createPlan(admin)
  const others = await Promise.all([1, 2, 3].map(() => buildSubscribed(platform, admin)))
  const [off, ...changes] = await Promise.all([
    admin.patch(`/api/subscription-plans/${plan.id}/status`, { isActive: false }),
    ...others.map(({ id }) => admin.put(`/api/subscriptions/${id}`, { planId: plan.id })),
  ])
  const moved = changes.filter(({ status }) => status === 200).length
  expect(changes.every(({ status }) => status === 200 || status === 400)).toBe(true)
  expect(off?.status).toBe(moved > 0 && off?.status === 409 ? 409 : 200)
  const { isActive, subscriberCount } = await planNamed(admin, plan.name)
  expect(subscriberCount).toBe(moved)
  expect(isActive || subscriberCount === 0).toBe(true)
})

test('a new organization needs an active plan', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const inactive = await createPlan(admin, { isActive: false })
  for (const plan of ['gold', inactive.name]) {
    const answer = await admin.post('/api/tenants', { name: 'Makers', adminEmail: 'a@example.org', plan })
    expect(answer).toMatchObject({ status: 400, body: { fields: { plan: 'Please select an active plan' } } })
  }
})
