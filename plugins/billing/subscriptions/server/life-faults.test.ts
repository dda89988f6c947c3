import { expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenants } from '#plugins/tenants/plugin.ts'
import { billing } from '../../plugin.ts'
import {
  createPlan,
  DAY_MS,
  goTo,
  invoicesOf,
  planNamed,
  buildSubscribed,
  subscriptionOf,
} from '../../testing/subscriptions.ts'
import { keepUp } from './cycle.ts'

const test = pluginTest([audit, billing, tenants])

test('a trial that is to be canceled at the end of its period ends with it', async ({ platform }) => {
  const founder = await platform.superAdmin()
  const one = await buildSubscribed(platform, founder, 'trial')
  await founder.put(`/api/subscriptions/${one.id}`, { cancelAtPeriodEnd: true })
  goTo(platform, one.currentPeriodEnd)
  await keepUp.perform(platform.core, null, {})
  expect(await subscriptionOf(await platform.superAdmin(), one.tenantName)).toMatchObject({ status: 'canceled' })
})

test('an unpaid subscription that is to be canceled ends with its period, although it is read-only by then', async ({
  platform,
}) => {
  const founder = await platform.superAdmin()
  const one = await buildSubscribed(platform, founder)
  await founder.put(`/api/subscriptions/${one.id}`, { cancelAtPeriodEnd: true })
  platform.clock.forward(25 * DAY_MS)
  await keepUp.perform(platform.core, null, {})
  goTo(platform, one.currentPeriodEnd)
  await keepUp.perform(platform.core, null, {})
  expect(await subscriptionOf(await platform.superAdmin(), one.tenantName)).toMatchObject({ status: 'canceled' })
})

test('a cancellation that is asked for after the trial has ended comes at once', async ({ platform }) => {
  const one = await buildSubscribed(platform, await platform.superAdmin(), 'trial')
  goTo(platform, one.currentPeriodEnd)
  await keepUp.perform(platform.core, null, {})
  const admin = await platform.superAdmin()
  const { body } = await admin.put(`/api/subscriptions/${one.id}`, { cancelAtPeriodEnd: true })
  expect(body).toMatchObject({ status: 'canceled', readOnly: true })
})

test.for([
  ['during the trial', 0],
  ['after its end', 30],
] as const)(
  'an organization on trial that chooses a free plan %s is active and stays so',
  async ([, days], { platform }) => {
    const { core, clock } = platform
    const founder = await platform.superAdmin()
    const free = await createPlan(founder, { price: 0 })
    const one = await buildSubscribed(platform, founder, 'trial')
    clock.forward(days * DAY_MS)
    await keepUp.perform(core, null, {})
    const { body } = await (await platform.superAdmin()).put(`/api/subscriptions/${one.id}`, { planId: free.id })
    expect(body).toMatchObject({ status: 'active', readOnly: false })
    clock.forward(60 * DAY_MS)
    await keepUp.perform(core, null, {})
    const later = await subscriptionOf(await platform.superAdmin(), one.tenantName)
    expect(later).toMatchObject({ status: 'active', readOnly: false })
  },
)

test('an organization on trial that is migrated to a free plan is active when the trial is over', async ({
  platform,
}) => {
  const founder = await platform.superAdmin()
  const [from, free] = [await createPlan(founder, { price: 30 }), await createPlan(founder, { price: 0 })]
  const one = await buildSubscribed(platform, founder, 'trial')
  await founder.put(`/api/subscriptions/${one.id}`, { planId: from.id })
  const [invoice] = await invoicesOf(founder, one.tenantId)
  await founder.post(`/api/invoices/${invoice?.id}/void`)
  await founder.put(`/api/subscriptions/${one.id}`, { status: 'trialing' })
  await founder.post(`/api/subscription-plans/${from.id}/migrate/${free.id}`)
  platform.clock.forward(60 * DAY_MS)
  await keepUp.perform(platform.core, null, {})
  const later = await subscriptionOf(await platform.superAdmin(), one.tenantName)
  expect(later).toMatchObject({ status: 'active', readOnly: false })
})

test.for([
  ['past_due', ['active']],
  ['trialing', ['active']],
  ['trialing until its days are over', []],
] as const)('a paid year is not invoiced again after it was set %s', async ([set, thenSet], { platform }) => {
  const { core, clock } = platform
  const founder = await platform.superAdmin()
  const { name } = await createPlan(founder, { price: 490, billingInterval: 'yearly' })
  const one = await buildSubscribed(platform, founder, name)
  const setStatus = (status = '') => founder.put(`/api/subscriptions/${one.id}`, { status })
  const pay = () => founder.post(`/api/subscriptions/${one.id}/record-payment`, {})
  await pay()
  await setStatus(set.split(' ')[0])
  expect((await founder.get(`/api/subscriptions/${one.id}/overdue`)).body).toMatchObject({ amount: 0, invoices: [] })
  expect((await pay()).body.code).toBe('billing.nothing-due')
  for (const status of thenSet) await setStatus(status)
  clock.forward(20 * DAY_MS)
  await keepUp.perform(core, null, {})
  const admin = await platform.superAdmin()
  const { currentPeriodStart, currentPeriodEnd } = one
  expect(await subscriptionOf(admin, one.tenantName)).toMatchObject({
    status: 'active',
    currentPeriodStart,
    currentPeriodEnd,
  })
  expect(await invoicesOf(admin, one.tenantId)).toHaveLength(1)
})

test('a run that comes 40 days late invoices no period that began while the organization was read-only', async ({
  platform,
}) => {
  const one = await buildSubscribed(platform, await platform.superAdmin())
  platform.clock.forward(40 * DAY_MS)
  await keepUp.perform(platform.core, null, {})
  await keepUp.perform(platform.core, null, {})
  const admin = await platform.superAdmin()
  expect(await invoicesOf(admin, one.tenantId)).toHaveLength(1)
  expect(await subscriptionOf(admin, one.tenantName)).toMatchObject({ status: 'past_due', readOnly: true })
  const { body } = await admin.post(`/api/subscriptions/${one.id}/extend-grace`, { days: 3 })
  expect(body).toMatchObject({ readOnly: false })
  const extendedAt = platform.clock.now().getTime()
  await keepUp.perform(platform.core, null, {})
  const [newest, ...older] = await invoicesOf(admin, one.tenantId)
  expect(older).toHaveLength(1)
  // Days in which it could only read are not invoiced when it may change things again.
  expect(Date.parse(newest?.periodStart ?? '')).toBeGreaterThan(extendedAt - DAY_MS)
})

test('a trial that was paused begins a period of its own when it is set active, and is invoiced for it', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  const one = await buildSubscribed(platform, admin, 'trial')
  const { id: planId } = await planNamed(admin, 'starter')
  await admin.put(`/api/subscriptions/${one.id}`, { status: 'paused', planId })
  const { body } = await admin.put(`/api/subscriptions/${one.id}`, { status: 'active' })
  expect(Date.parse(body.currentPeriodEnd) - Date.parse(body.currentPeriodStart)).toBeGreaterThan(27 * DAY_MS)
  expect(await invoicesOf(admin, one.tenantId)).toHaveLength(1)
})
