import { expect, vi } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenants } from '#plugins/tenants/plugin.ts'
import { billing } from '../../plugin.ts'
import { createPlan, DAY_MS, goTo, invoicesOf, buildSubscribed, subscriptionOf } from '../../testing/subscriptions.ts'
import { rollOverDue } from './roll-over.ts'
import { moveStates } from './states.ts'

const test = pluginTest([audit, billing, tenants])

/** Creates a subscription with three open invoices of 21.64; the last two are due at the same moment. */
async function subscribeWithDebt(platform: TestPlatform) {
  const founder = await platform.superAdmin()
  await founder.put('/api/settings', { taxRate: 8.25, gracePeriodDays: 90 })
  const { name } = await createPlan(founder, { price: 19.99 })
  const made = await buildSubscribed(platform, founder, name)
  platform.clock.forward(70 * DAY_MS)
  // Two months are invoiced one after the other, and due together where no time passes in between.
  vi.spyOn(platform.clock, 'now').mockReturnValue(platform.clock.now())
  await rollOverDue(platform.core)
  vi.restoreAllMocks()
  const admin = await platform.superAdmin()
  const pay = (body: object) => admin.post(`/api/subscriptions/${made.id}/record-payment`, body)
  /** Lists the amount paid of each invoice, oldest first. */
  const listPaid = async () => (await listOldestFirst(admin, made.tenantId)).map(({ amountPaid }) => amountPaid)
  return { ...made, admin, pay, listPaid }
}

const listOldestFirst = async (admin: Client, tenantId: string) =>
  (await invoicesOf(admin, tenantId)).toSorted((one, other) => one.number.localeCompare(other.number))

const listPayments = ({ core }: TestPlatform, subscriptionId: string) =>
  core.db.platform(systemActor, ({ trx }) =>
    trx('payments').where({ subscriptionId }).orderBy('createdAt').pluck<string[]>('amount'),
  )

test.for([
  ['a cent', [0.01], [0.01, 0, 0]],
  ['a cent less than the oldest', [21.63], [21.63, 0, 0]],
  ['exactly the oldest', [21.64], [21.64, 0, 0]],
  ['a cent more than the oldest', [21.65], [21.64, 0.01, 0]],
  ['part of the second', [30], [21.64, 8.36, 0]],
  ['exactly two', [43.28], [21.64, 21.64, 0]],
  ['a cent less than all', [64.91], [21.64, 21.64, 21.63]],
  ['all', [64.92], [21.64, 21.64, 21.64]],
  ['several parts', [10, 20.1, 0.35, 12.83], [21.64, 21.64, 0]],
  ['all in parts', [21.63, 0.02, 43.27], [21.64, 21.64, 21.64]],
] as const)(
  'a payment of %s, %j, goes to the oldest invoices first: %j',
  async ([, amounts, expected], { platform }) => {
    const { id, tenantId, admin, pay, listPaid } = await subscribeWithDebt(platform)
    let open = 6492
    for (const amount of amounts) {
      open -= Math.round(amount * 100)
      expect(await pay({ amount })).toMatchObject({ status: 200, body: { amount: open / 100 } })
    }
    expect(await listPaid()).toEqual(expected)
    const invoices = await listOldestFirst(admin, tenantId)
    expect(invoices.map(({ status, paidAt }) => [status, paidAt !== null])).toEqual(
      expected.map((amount) => (amount === 21.64 ? ['paid', true] : ['open', false])),
    )
    expect((await listPayments(platform, id)).map(Number)).toEqual(amounts)
  },
)

test('a payment of more than is open is refused and pays nothing, and one of exactly that is booked', async ({
  platform,
}) => {
  const { id, pay, listPaid } = await subscribeWithDebt(platform)
  expect(await pay({ amount: 64.93 })).toMatchObject({
    status: 400,
    body: { fields: { amount: 'Only $64.92 is open' } },
  })
  expect(await listPaid()).toEqual([0, 0, 0])
  expect((await pay({ amount: 60 })).body.amount).toBe(4.92)
  expect((await pay({ amount: 4.93 })).body.fields).toEqual({ amount: 'Only $4.92 is open' })
  expect((await pay({})).body.amount).toBe(0)
  expect(await listPaid()).toEqual([21.64, 21.64, 21.64])
  expect((await listPayments(platform, id)).map(Number)).toEqual([60, 4.92])
})

test('an invoice is dated by the payment that completes it', async ({ platform }) => {
  const { tenantId, admin, pay } = await subscribeWithDebt(platform)
  const daysAgo = (days: number) => new Date(platform.clock.now().getTime() - days * DAY_MS).toISOString()
  const [first, second] = [daysAgo(3), daysAgo(2)]
  expect((await pay({ amount: 20, paidAt: first })).status).toBe(200)
  expect((await pay({ amount: 20, paidAt: second })).status).toBe(200)
  const invoices = await listOldestFirst(admin, tenantId)
  expect(invoices.map(({ paidAt }) => paidAt)).toEqual([second, null, null])
})

test('a subscription is active again once every overdue cent is paid, whatever is not due yet', async ({
  platform,
}) => {
  const { id, tenantId, tenantName, admin, pay } = await subscribeWithDebt(platform)
  await moveStates(platform.core)
  const state = async (by = admin) => (await subscriptionOf(by, tenantName)).status
  expect(await state()).toBe('past_due')
  expect((await pay({ amount: 21.63 })).body.status).toBe('past_due')
  expect((await pay({ amount: 0.01 })).body.status).toBe('active')
  const [, second, third] = await listOldestFirst(admin, tenantId)
  expect(third?.dueAt).toBe(second?.dueAt)
  goTo(platform, second?.dueAt ?? '')
  await moveStates(platform.core)
  const later = await platform.superAdmin()
  expect(await state(later)).toBe('past_due')
  // Two are due at the same moment: one of them is not enough.
  const payLater = (body: object) => later.post(`/api/subscriptions/${id}/record-payment`, body)
  expect((await payLater({ amount: 21.64 })).body.status).toBe('past_due')
  expect((await payLater({ amount: 21.64 })).body.status).toBe('active')
})
