import { expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenants } from '#plugins/tenants/plugin.ts'
import { billing } from '../../plugin.ts'
import { rollOverDue } from './roll-over.ts'
import { moveStates } from './states.ts'
import {
  DAY_MS,
  goTo,
  invoicesOf,
  mailsOf,
  planNamed,
  buildSubscribed,
  subscriptionOf,
} from '../../testing/subscriptions.ts'

const test = pluginTest([audit, billing, tenants])

test('an organization on trial is past due when the trial ends, read-only after the grace, and active once paid', async ({
  platform,
}) => {
  const { core, clock } = platform
  let admin = await platform.superAdmin()
  const created = await buildSubscribed(platform, admin, 'trial')
  expect(created).toMatchObject({ status: 'trialing', price: 0, readOnly: false, nextPaymentAt: null })
  expect(Date.parse(created.currentPeriodEnd) - Date.parse(created.currentPeriodStart)).toBe(14 * DAY_MS)
  expect(await invoicesOf(admin, created.tenantId)).toEqual([])

  clock.forward(14 * DAY_MS)
  await moveStates(core)
  admin = await platform.superAdmin()
  expect(await subscriptionOf(admin, created.tenantName)).toMatchObject({ status: 'past_due', readOnly: false })
  expect((await admin.get(`/api/subscriptions/${created.id}/overdue`)).body).toMatchObject({
    reason: 'trial-ended',
    days: 0,
    amount: 0,
    invoices: [],
  })
  expect((await admin.post(`/api/subscriptions/${created.id}/record-payment`, {})).body.code).toBe(
    'billing.nothing-due',
  )

  clock.forward(7 * DAY_MS)
  expect((await moveStates(core)).becameReadOnly).toBe(1)
  admin = await platform.superAdmin()
  expect(await subscriptionOf(admin, created.tenantName)).toMatchObject({ status: 'past_due', readOnly: true })

  const { id: planId } = await planNamed(admin, 'starter')
  const { body: converted } = await admin.put(`/api/subscriptions/${created.id}`, { planId })
  expect(converted).toMatchObject({ status: 'active', readOnly: false, planName: 'starter', price: 49 })
  expect(await invoicesOf(admin, created.tenantId)).toMatchObject([{ status: 'open', total: 49, overdue: false }])
  expect(await mailsOf(platform, created.tenantId)).toEqual([
    expect.stringContaining('Welcome'),
    expect.stringContaining('trial'),
    expect.stringContaining('read-only'),
    expect.stringContaining('Invoice'),
  ])
})

test('an unpaid invoice makes past due, then read-only; a payment makes active again at once', async ({ platform }) => {
  const { core, clock } = platform
  let admin = await platform.superAdmin()
  const created = await buildSubscribed(platform, admin)
  expect(created).toMatchObject({ status: 'active', price: 49, currency: 'USD', billingInterval: 'monthly' })
  const [invoice] = await invoicesOf(admin, created.tenantId)
  expect(invoice).toMatchObject({ status: 'open', subtotal: 49, tax: 0, total: 49, planDisplayName: 'Starter' })
  expect(created.nextPaymentAt).toBe(invoice?.dueAt)

  goTo(platform, invoice?.dueAt ?? '')
  await moveStates(core)
  admin = await platform.superAdmin()
  const pastDue = await subscriptionOf(admin, created.tenantName)
  expect(pastDue).toMatchObject({ status: 'past_due', readOnly: false })
  expect(pastDue.graceEndsAt).toBe(new Date(Date.parse(invoice?.dueAt ?? '') + 7 * DAY_MS).toISOString())

  clock.forward(3 * DAY_MS)
  admin = await platform.superAdmin()
  const overdue = (await admin.get(`/api/subscriptions/${created.id}/overdue`)).body
  expect(overdue).toMatchObject({ reason: 'invoice-overdue', days: 3, amount: 49, overdueSince: invoice?.dueAt })
  expect((await admin.post(`/api/subscriptions/${created.id}/remind`)).status).toBe(200)
  expect((await admin.post(`/api/subscriptions/${created.id}/remind`)).body.code).toBe('billing.reminded')

  clock.forward(5 * DAY_MS)
  await moveStates(core)
  admin = await platform.superAdmin()
  expect(await subscriptionOf(admin, created.tenantName)).toMatchObject({ readOnly: true })
  const { body: extended } = await admin.post(`/api/subscriptions/${created.id}/extend-grace`, { days: 2 })
  expect(extended).toMatchObject({ readOnly: false, status: 'past_due' })
  clock.forward(2 * DAY_MS)
  await moveStates(core)

  admin = await platform.superAdmin()
  const pay = (body: object) => admin.post(`/api/subscriptions/${created.id}/record-payment`, body)
  expect((await pay({ amount: 20 })).body).toMatchObject({ amount: 29, status: 'past_due', readOnly: true })
  expect((await pay({ amount: 29.01 })).body.fields).toHaveProperty('amount')
  expect((await pay({ paidAt: new Date(clock.now().getTime() + DAY_MS).toISOString() })).body.fields).toHaveProperty(
    'paidAt',
  )
  expect((await pay({})).body).toMatchObject({ amount: 0, status: 'active', readOnly: false, reason: null })
  const paid = await subscriptionOf(admin, created.tenantName)
  expect(paid).toMatchObject({ status: 'active', nextPaymentAt: created.currentPeriodEnd })
  expect(await invoicesOf(admin, created.tenantId)).toMatchObject([{ status: 'paid', amountPaid: 49 }])
  expect((await pay({})).body.code).toBe('billing.nothing-due')
})

test(
  'a subscription lives through three years: a period and an invoice a month, on the day it began',
  { timeout: 480_000 },
  async ({ platform }) => {
    const { core } = platform
    goTo(platform, '2028-01-31T09:00:00Z')
    let admin = await platform.superAdmin()
    const created = await buildSubscribed(platform, admin)
    await admin.post(`/api/subscriptions/${created.id}/record-payment`, {})
    let { currentPeriodEnd } = created
    for (let month = 0; month < 36; month++) {
      goTo(platform, currentPeriodEnd)
      admin = await platform.superAdmin()
      expect((await rollOverDue(core)).rolledOver).toBeGreaterThan(0)
      expect((await rollOverDue(core)).rolledOver).toBe(0)
      await admin.post(`/api/subscriptions/${created.id}/record-payment`, {})
      const now = await subscriptionOf(admin, created.tenantName)
      expect(now).toMatchObject({ currentPeriodStart: currentPeriodEnd, status: 'active' })
      currentPeriodEnd = now.currentPeriodEnd
    }
    expect(currentPeriodEnd.slice(0, 10)).toBe('2031-02-28')
    const invoices = await invoicesOf(admin, created.tenantId)
    expect(invoices).toHaveLength(37)
    expect(invoices.map(({ periodStart }) => periodStart.slice(0, 10))).toContain('2028-02-29')
    expect(invoices.every(({ status }) => status === 'paid')).toBe(true)
    const mails = await mailsOf(platform, created.tenantId)
    expect(mails.filter((subject) => subject.startsWith('Invoice'))).toHaveLength(37)
    expect(mails.filter((subject) => subject.startsWith('Payment received'))).toHaveLength(37)
  },
)

test('a subscription that was not rolled over for months is invoiced for each of them, once', async ({ platform }) => {
  const { core, clock } = platform
  let admin = await platform.superAdmin()
  const created = await buildSubscribed(platform, admin)
  await admin.post(`/api/subscriptions/${created.id}/record-payment`, {})
  clock.forward(100 * DAY_MS)
  await rollOverDue(core)
  admin = await platform.superAdmin()
  const starts = (await invoicesOf(admin, created.tenantId)).map(({ periodStart }) => periodStart)
  expect(starts).toHaveLength(4)
  expect(new Set(starts).size).toBe(4)
})

test('a cheaper plan in mid-period limits at once and costs from the next invoice', async ({ platform }) => {
  const { core } = platform
  let admin = await platform.superAdmin()
  const created = await buildSubscribed(platform, admin, 'growth')
  await admin.post(`/api/subscriptions/${created.id}/record-payment`, {})
  const { id: planId } = await planNamed(admin, 'starter')
  const { body } = await admin.put(`/api/subscriptions/${created.id}`, { planId })
  expect(body).toMatchObject({ planName: 'starter', status: 'active', currentPeriodEnd: created.currentPeriodEnd })
  expect((await admin.get(`/api/tenants/${created.tenantId}`)).body.plan).toBe('starter')
  expect(await invoicesOf(admin, created.tenantId)).toHaveLength(1)
  goTo(platform, created.currentPeriodEnd)
  await rollOverDue(core)
  admin = await platform.superAdmin()
  expect((await invoicesOf(admin, created.tenantId)).map(({ total }) => total)).toEqual([49, 149])
})

test('a monthly subscription that changes to a yearly plan has years from the end of its month', async ({
  platform,
}) => {
  const { core } = platform
  let admin = await platform.superAdmin()
  const created = await buildSubscribed(platform, admin)
  const { body: plan } = await admin.post('/api/subscription-plans', {
    name: 'district-yearly',
    displayName: 'District',
    price: 4990,
    billingInterval: 'yearly',
  })
  await admin.put(`/api/subscriptions/${created.id}`, { planId: plan.id })
  await admin.post(`/api/subscriptions/${created.id}/record-payment`, {})
  goTo(platform, created.currentPeriodEnd)
  await rollOverDue(core)
  admin = await platform.superAdmin()
  const now = await subscriptionOf(admin, created.tenantName)
  expect(now.currentPeriodStart).toBe(created.currentPeriodEnd)
  expect(Number(now.currentPeriodEnd.slice(0, 4)) - Number(now.currentPeriodStart.slice(0, 4))).toBe(1)
})

test('a super admin can set any status, and setting it active tolerates what is overdue', async ({ platform }) => {
  const { core, clock } = platform
  let admin = await platform.superAdmin()
  const created = await buildSubscribed(platform, admin)
  clock.forward(15 * DAY_MS)
  await moveStates(core)
  admin = await platform.superAdmin()
  const set = async (status: string) => (await admin.put(`/api/subscriptions/${created.id}`, { status })).body
  expect(await set('active')).toMatchObject({ status: 'active', readOnly: false })
  expect((await moveStates(core)).becamePastDue).toBe(0)
  expect(await set('paused')).toMatchObject({ status: 'paused', readOnly: true, nextPaymentAt: null })
  expect(await set('trialing')).toMatchObject({ status: 'trialing', readOnly: false })
  expect(await set('past_due')).toMatchObject({ status: 'past_due', readOnly: false })
  expect(await set('canceled')).toMatchObject({ status: 'canceled', readOnly: true, nextPaymentAt: null })
  clock.forward(60 * DAY_MS)
  await rollOverDue(core)
  admin = await platform.superAdmin()
  expect(await invoicesOf(admin, created.tenantId)).toHaveLength(1)
  const again = await set('active')
  expect(again).toMatchObject({ status: 'active', readOnly: false })
  expect(Date.parse(again.currentPeriodStart)).toBeGreaterThan(Date.parse(created.currentPeriodEnd))
  expect(await invoicesOf(admin, created.tenantId)).toHaveLength(2)
})

test('the first payment ends a trial of a plan with a price, before its end as after it', async ({ platform }) => {
  const { core, clock } = platform
  let admin = await platform.superAdmin()
  const [early, late] = [
    await buildSubscribed(platform, admin, 'trial'),
    await buildSubscribed(platform, admin, 'trial'),
  ]
  const { id: planId } = await planNamed(admin, 'starter')
  for (const { id } of [early, late]) {
    const { body } = await admin.put(`/api/subscriptions/${id}`, { planId, status: 'trialing' })
    // The status that it has is no change, so the plan with a price has ended the trial.
    expect(body.status).toBe('active')
    expect((await admin.put(`/api/subscriptions/${id}`, { status: 'trialing' })).body.status).toBe('trialing')
    const [invoice] = await invoicesOf(admin, (id === early.id ? early : late).tenantId)
    await admin.post(`/api/invoices/${invoice?.id}/void`)
  }
  const paid = await admin.post(`/api/subscriptions/${early.id}/record-payment`, {})
  expect(paid.body).toMatchObject({ status: 'active', amount: 0 })
  clock.forward(15 * DAY_MS)
  await moveStates(core)
  admin = await platform.superAdmin()
  expect(await subscriptionOf(admin, early.tenantName)).toMatchObject({ status: 'active' })
  const overdue = await admin.get(`/api/subscriptions/${late.id}/overdue`)
  expect(overdue.body).toMatchObject({ reason: 'trial-ended', amount: 49, invoices: [] })
  await admin.post(`/api/subscriptions/${late.id}/record-payment`, { amount: 49 })
  expect(await subscriptionOf(admin, late.tenantName)).toMatchObject({ status: 'active', readOnly: false })
})

test('a subscription that is to be canceled ends with its period', async ({ platform }) => {
  const { core } = platform
  let admin = await platform.superAdmin()
  const created = await buildSubscribed(platform, admin)
  await admin.put(`/api/subscriptions/${created.id}`, { cancelAtPeriodEnd: true })
  await admin.post(`/api/subscriptions/${created.id}/record-payment`, {})
  goTo(platform, created.currentPeriodEnd)
  await rollOverDue(core)
  admin = await platform.superAdmin()
  expect(await subscriptionOf(admin, created.tenantName)).toMatchObject({ status: 'canceled', readOnly: true })
  expect(await invoicesOf(admin, created.tenantId)).toHaveLength(1)
})
