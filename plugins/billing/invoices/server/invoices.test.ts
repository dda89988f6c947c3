import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { createPlatform } from '#core/server/platform.ts'
import { pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenants } from '#plugins/tenants/plugin.ts'
import type { Invoice } from '../contract.ts'
import { billing } from '../../plugin.ts'
import { rollOver, rollOverDue } from '../../subscriptions/server/roll-over.ts'
import { moveStates } from '../../subscriptions/server/states.ts'
import {
  createPlan,
  DAY_MS,
  invoicesOf,
  mailsOf,
  buildSubscribed,
  subscriptionOf,
} from '../../testing/subscriptions.ts'

const test = pluginTest([audit, billing, tenants])

const numbers = async ({ core }: TestPlatform) =>
  core.db.platform(systemActor, ({ trx }) => trx('invoices').orderBy('number').pluck<string[]>('number'))

function expectGapless(list: readonly string[]): void {
  const byYear = Map.groupBy(list, (number) => number.slice(0, -7))
  for (const [prefix, ofYear] of byYear) {
    expect(ofYear).toEqual(ofYear.map((_, index) => `${prefix}-${String(index + 1).padStart(6, '0')}`))
  }
}

test('twenty roll-overs at once on two nodes leave no gap and no double in the numbers', async ({ platform }) => {
  const { core, clock } = platform
  const admin = await platform.superAdmin()
  const made = []
  for (let count = 0; count < 12; count++) made.push(await buildSubscribed(platform, admin))
  for (const { id } of made) await admin.post(`/api/subscriptions/${id}/record-payment`, {})
  clock.forward(40 * DAY_MS)
  const second = await createPlatform(core.env as Parameters<typeof createPlatform>[0], [audit, billing, tenants], {
    clock,
    work: false,
    rateLimit: false,
  })
  try {
    const nodes = [core, second.core]
    const twenty = Array.from({ length: 20 }, (_, index) => rollOverDue(nodes[index % 2] ?? core))
    const results = await Promise.all(twenty)
    expect(results.reduce((sum, { invoiced }) => sum + invoiced, 0)).toBe(made.length)
  } finally {
    await second.close()
  }
  expectGapless(await numbers(platform))
  const after = await platform.superAdmin()
  for (const { tenantId } of made) {
    expect(await invoicesOf(after, tenantId)).toHaveLength(2)
    expect((await mailsOf(platform, tenantId)).filter((subject) => subject.startsWith('Invoice'))).toHaveLength(2)
  }
})

test('a roll-over that is killed before its commit leaves nothing behind, and the next one does it all', async ({
  platform,
}) => {
  const { core, clock } = platform
  const admin = await platform.superAdmin()
  const { id, tenantId, tenantName } = await buildSubscribed(platform, admin)
  await admin.post(`/api/subscriptions/${id}/record-payment`, {})
  clock.forward(32 * DAY_MS)
  const killed = core.db.platform(systemActor, async (scope) => {
    expect((await rollOver(scope)).rolledOver).toBeGreaterThan(0)
    throw new Error('killed')
  })
  await expect(killed).rejects.toThrow('killed')
  const after = await platform.superAdmin()
  expect(await invoicesOf(after, tenantId)).toHaveLength(1)
  await rollOverDue(core)
  await moveStates(core)
  const once = [
    await invoicesOf(after, tenantId),
    await subscriptionOf(after, tenantName),
    await mailsOf(platform, tenantId),
  ]
  await rollOverDue(core)
  await moveStates(core)
  const twice = [
    await invoicesOf(after, tenantId),
    await subscriptionOf(after, tenantName),
    await mailsOf(platform, tenantId),
  ]
  expect(twice).toEqual(once)
  expectGapless(await numbers(platform))
})

test('an invoice adds tax in whole cents, under the prefix of the settings', async ({ platform }) => {
  const admin = await platform.superAdmin()
  await admin.put('/api/settings', { taxRate: 8.25, invoicePrefix: 'NORTH' })
  const plan = await createPlan(admin, { price: 19.99 })
  const { tenantId } = await buildSubscribed(platform, admin, plan.name)
  const [invoice] = await invoicesOf(admin, tenantId)
  expect(invoice).toMatchObject({ subtotal: 19.99, taxRate: 8.25, tax: 1.65, total: 21.64 })
  expect(invoice?.number).toMatch(/^NORTH-\d{4}-\d{6}$/)
  await admin.put('/api/settings', { taxRate: 0, invoicePrefix: 'TRE' })
})

test('a batch of roll-overs shows in the trail of each organization, with its own invoice', async ({ platform }) => {
  const { core, clock } = platform
  const admin = await platform.superAdmin()
  const [first, second] = [await buildSubscribed(platform, admin), await buildSubscribed(platform, admin)]
  const { body: cancelled } = await admin.put(`/api/subscriptions/${second.id}`, { cancelAtPeriodEnd: true })
  expect(cancelled.cancelAtPeriodEnd).toBe(true)
  await admin.post(`/api/subscriptions/${first.id}/record-payment`, {})
  clock.forward(32 * DAY_MS)
  await core.db.platform(systemActor, rollOver)
  const after = await platform.superAdmin()
  const trailOf = async ({ tenantId }: { tenantId: string }) =>
    core.db.tenant(tenantId, systemActor, ({ trx }) =>
      trx('audit_logs').whereIn('action', ['subscription.rolled-over', 'subscription.ended']),
    )
  const [invoice] = await invoicesOf(after, first.tenantId)
  expect(await trailOf(first)).toMatchObject([
    { action: 'subscription.rolled-over', resourceId: first.id, metadata: { invoice: invoice?.number } },
  ])
  expect(await trailOf(second)).toMatchObject([{ action: 'subscription.ended', resourceId: second.id }])
})

test('an invoice is a PDF, for the platform and for its own organization alone', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const [own, other] = [await buildSubscribed(platform, admin), await buildSubscribed(platform, admin)]
  const [invoice] = await invoicesOf(admin, own.tenantId)
  const pdf = await admin.get(`/api/invoices/${invoice?.id}/pdf`)
  expect(pdf.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${invoice?.number}.pdf"`,
  })
  expect(String(pdf.body)).toMatch(/^%PDF-/)
  const client = await signedIn(platform, own)
  expect((await client.get('/api/tenant/invoices')).body).toMatchObject([{ number: invoice?.number, status: 'open' }])
  expect((await client.get(`/api/tenant/invoices/${invoice?.id}/pdf`)).status).toBe(200)
  const stranger = await signedIn(platform, other)
  expect((await stranger.get(`/api/tenant/invoices/${invoice?.id}/pdf`)).status).toBe(404)
  expect((await stranger.get(`/api/invoices/${invoice?.id}/pdf`)).status).toBe(403)
})

/** The organization's admin, on the platform's host. */
async function signedIn(platform: TestPlatform, made: { adminEmail: string; password: string }) {
  const client = await platform.client().signIn(made.adminEmail, made.password)
  const password = 'correct-horse-8'
  const body = { currentPassword: made.password, password, confirmPassword: password }
  expect((await client.post('/api/user/password', body)).status).toBe(200)
  return client
}

test('voiding the overdue invoice makes the subscription active, and a paid one cannot be voided', async ({
  platform,
}) => {
  const { core, clock } = platform
  let admin = await platform.superAdmin()
  const { id, tenantId, tenantName } = await buildSubscribed(platform, admin)
  clock.forward(15 * DAY_MS)
  await moveStates(core)
  admin = await platform.superAdmin()
  expect(await subscriptionOf(admin, tenantName)).toMatchObject({ status: 'past_due' })
  const [invoice] = await invoicesOf(admin, tenantId)
  const voided = await admin.post(`/api/invoices/${invoice?.id}/void`)
  expect(voided.body).toMatchObject({ status: 'void', number: invoice?.number })
  expect(await subscriptionOf(admin, tenantName)).toMatchObject({ status: 'active' })
  expect((await admin.post(`/api/invoices/${invoice?.id}/void`)).body.code).toBe('invoice.not-open')
  expect((await admin.post(`/api/subscriptions/${id}/record-payment`, {})).body.code).toBe('billing.nothing-due')
})

test('the list of invoices is filtered, paged and counted', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const { tenantId } = await buildSubscribed(platform, admin)
  const open = await admin.get('/api/invoices?status=open&limit=2')
  expect(open.body).toHaveLength(2)
  expect((open.body as Invoice[]).every(({ status }) => status === 'open')).toBe(true)
  expect(Number(open.headers['x-total-count'])).toBeGreaterThan(2)
  expect((await admin.get(`/api/invoices?status=paid&tenantId=${tenantId}`)).body).toEqual([])
  expect((await admin.get('/api/invoices?tenantId=x')).status).toBe(400)
})

test.for([{ amount: 0 }, { amount: -5 }, { amount: 1.005 }, { amount: '5' }, { paidAt: 'yesterday' }])(
  'a payment of %j is refused',
  async (body, { platform }) => {
    const admin = await platform.superAdmin()
    const { id } = await buildSubscribed(platform, admin)
    const answer = await admin.post(`/api/subscriptions/${id}/record-payment`, body)
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.fields)).toEqual(Object.keys(body))
  },
)
