import { afterEach, expect, vi } from 'vitest'
import { pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenants } from '#plugins/tenants/plugin.ts'
import { billing } from '../../plugin.ts'
import { DAY_MS, invoicesOf, planNamed, buildSubscribed, subscriptionOf } from '../../testing/subscriptions.ts'
import type { Subscription } from '../contract.ts'
import { keepUp } from './cycle.ts'

const test = pluginTest([audit, billing, tenants])

afterEach(() => {
  vi.restoreAllMocks()
})

const timeOf = (instant: string | null | undefined) => Date.parse(instant ?? '')
const iso = (time: number) => new Date(time).toISOString()

/** Stops the clock and runs the hourly job. @returns a super admin who is signed in at that time */
async function stopAt(platform: TestPlatform, time: number): Promise<Client> {
  vi.spyOn(platform.clock, 'now').mockReturnValue(new Date(time))
  await keepUp.perform(platform.core, null, {})
  return platform.superAdmin()
}

interface Boundary {
  plan: string
  /** Prepares the subscription. */
  act?: (admin: Client, one: Subscription) => Promise<unknown>
  /** Moves close to the boundary and returns its time. */
  at: (platform: TestPlatform, one: Subscription) => Promise<number>
  before: object
  after: (one: Subscription, at: number) => object
}

const readDueAt = async (platform: TestPlatform, { tenantId }: Subscription) => {
  const [invoice] = await invoicesOf(await platform.superAdmin(), tenantId)
  return timeOf(invoice?.dueAt)
}

/** Moves to the time at which a subscription becomes past due. @returns when its grace period ends */
async function startGrace(platform: TestPlatform, one: Subscription, due: number): Promise<number> {
  const admin = await stopAt(platform, due)
  return timeOf((await subscriptionOf(admin, one.tenantName)).graceEndsAt)
}

const boundaries: Record<string, Boundary> = {
  'a trial': {
    plan: 'trial',
    at: async (_, { currentPeriodEnd }) => timeOf(currentPeriodEnd),
    before: { status: 'trialing', readOnly: false, graceEndsAt: null },
    after: (_, at) => ({ status: 'past_due', readOnly: false, graceEndsAt: iso(at + 7 * DAY_MS) }),
  },
  'the grace period after a trial': {
    plan: 'trial',
    at: (platform, one) => startGrace(platform, one, timeOf(one.currentPeriodEnd)),
    before: { status: 'past_due', readOnly: false },
    after: () => ({ status: 'past_due', readOnly: true }),
  },
  'the payment term of an invoice': {
    plan: 'starter',
    at: readDueAt,
    before: { status: 'active', readOnly: false, graceEndsAt: null },
    after: (_, at) => ({ status: 'past_due', readOnly: false, graceEndsAt: iso(at + 7 * DAY_MS) }),
  },
  'the grace period of an overdue invoice': {
    plan: 'starter',
    at: async (platform, one) => startGrace(platform, one, await readDueAt(platform, one)),
    before: { status: 'past_due', readOnly: false },
    after: () => ({ status: 'past_due', readOnly: true }),
  },
  'an extended grace period': {
    plan: 'starter',
    at: async (platform, one) => {
      const ends = await startGrace(platform, one, await readDueAt(platform, one))
      const admin = await stopAt(platform, ends - 1)
      const { body } = await admin.post(`/api/subscriptions/${one.id}/extend-grace`, { days: 2 })
      expect(timeOf(body.graceEndsAt)).toBe(ends + 2 * DAY_MS)
      return ends + 2 * DAY_MS
    },
    before: { status: 'past_due', readOnly: false },
    after: () => ({ status: 'past_due', readOnly: true }),
  },
  'a billing period': {
    plan: 'starter',
    act: (admin, { id }) => admin.post(`/api/subscriptions/${id}/record-payment`, {}),
    at: async (_, { currentPeriodEnd }) => timeOf(currentPeriodEnd),
    before: { status: 'active', readOnly: false },
    after: (_, at) => ({ status: 'active', readOnly: false, currentPeriodStart: iso(at) }),
  },
  'the last period of a subscription that will be canceled': {
    plan: 'starter',
    act: async (admin, { id }) => {
      await admin.post(`/api/subscriptions/${id}/record-payment`, {})
      await admin.put(`/api/subscriptions/${id}`, { cancelAtPeriodEnd: true })
    },
    at: async (_, { currentPeriodEnd }) => timeOf(currentPeriodEnd),
    before: { status: 'active', readOnly: false },
    after: ({ currentPeriodStart }) => ({ status: 'canceled', readOnly: true, currentPeriodStart }),
  },
}

test.for(Object.entries(boundaries))(
  '%s lasts until the millisecond before its end, and is over at its end',
  async ([, { plan, act, at, before, after }], { platform }) => {
    const founder = await platform.superAdmin()
    const one = await buildSubscribed(platform, founder, plan)
    await act?.(founder, one)
    const end = await at(platform, one)
    const near = await subscriptionOf(await stopAt(platform, end - 1), one.tenantName)
    expect(near).toMatchObject({ ...before, currentPeriodStart: one.currentPeriodStart })
    const over = await subscriptionOf(await stopAt(platform, end), one.tenantName)
    expect(over).toMatchObject(after(one, end))
  },
)

test('an invoice is overdue at the moment it is due, and overdue days are whole days', async ({ platform }) => {
  const one = await buildSubscribed(platform, await platform.superAdmin())
  const due = await readDueAt(platform, one)
  const seen = []
  for (const time of [due - 1, due, due + DAY_MS - 1, due + DAY_MS]) {
    const admin = await stopAt(platform, time)
    const [invoice] = await invoicesOf(admin, one.tenantId)
    const { days } = (await admin.get(`/api/subscriptions/${one.id}/overdue`)).body
    seen.push([invoice?.overdue, days])
  }
  expect(seen).toEqual([
    [false, 0],
    [true, 0],
    [true, 0],
    [true, 1],
  ])
})

test('extending the grace period adds days to its end, or to now once it is over', async ({ platform }) => {
  const one = await buildSubscribed(platform, await platform.superAdmin())
  const ends = await startGrace(platform, one, await readDueAt(platform, one))
  const admin = await stopAt(platform, ends + DAY_MS)
  const extend = async () =>
    timeOf((await admin.post(`/api/subscriptions/${one.id}/extend-grace`, { days: 3 })).body.graceEndsAt)
  expect([await extend(), await extend()]).toEqual([ends + 4 * DAY_MS, ends + 7 * DAY_MS])
})

test('a billing period that ends within the grace period is renewed, and one that ends after it is not', async ({
  platform,
}) => {
  const founder = await platform.superAdmin()
  const made = [await buildSubscribed(platform, founder), await buildSubscribed(platform, founder)]
  const end = timeOf(made[0]?.currentPeriodEnd)
  // The grace period of the first one ends a day after its billing period, that of the other one a day before.
  await stopAt(platform, await readDueAt(platform, made[1] as Subscription))
  const admin = await platform.superAdmin()
  for (const [index, one] of made.entries()) {
    const { graceEndsAt } = await subscriptionOf(admin, one.tenantName)
    const days = Math.round((timeOf(one.currentPeriodEnd) - timeOf(graceEndsAt)) / DAY_MS) + (index === 0 ? 1 : -1)
    expect((await admin.post(`/api/subscriptions/${one.id}/extend-grace`, { days })).status).toBe(200)
  }
  const later = await stopAt(platform, end + 60_000)
  const [going, ended] = await Promise.all(made.map(({ tenantName }) => subscriptionOf(later, tenantName)))
  expect(going).toMatchObject({ status: 'past_due', readOnly: false, currentPeriodStart: made[0]?.currentPeriodEnd })
  expect(ended?.currentPeriodStart).toBe(made[1]?.currentPeriodStart)
})

test('setting a subscription active tolerates invoices due at that moment, and none due a millisecond later', async ({
  platform,
}) => {
  const founder = await platform.superAdmin()
  const [tolerated, late] = [await buildSubscribed(platform, founder), await buildSubscribed(platform, founder)]
  const setActive = async (one: Subscription, time: number) => {
    const admin = await stopAt(platform, time)
    await admin.put(`/api/subscriptions/${one.id}`, { status: 'paused' })
    expect((await admin.put(`/api/subscriptions/${one.id}`, { status: 'active' })).body.status).toBe('active')
  }
  const [dueAt, lateDueAt] = [await readDueAt(platform, tolerated), await readDueAt(platform, late)]
  await setActive(tolerated, dueAt)
  await setActive(late, lateDueAt - 1)
  const admin = await stopAt(platform, lateDueAt + DAY_MS)
  const states = await Promise.all([tolerated, late].map((one) => subscriptionOf(admin, one.tenantName)))
  expect(states.map(({ status }) => status)).toEqual(['active', 'past_due'])
})

test('a payment may be dated now, but not a millisecond later', async ({ platform }) => {
  const one = await buildSubscribed(platform, await platform.superAdmin())
  const now = platform.clock.now().getTime()
  const admin = await stopAt(platform, now)
  const pay = (time: number) => admin.post(`/api/subscriptions/${one.id}/record-payment`, { paidAt: iso(time) })
  expect((await pay(now + 1)).body.fields).toHaveProperty('paidAt')
  expect((await pay(now)).body).toMatchObject({ status: 'active', amount: 0 })
})

test('a reminder is sent once per UTC day', async ({ platform }) => {
  const one = await buildSubscribed(platform, await platform.superAdmin())
  const due = await readDueAt(platform, one)
  const midnight = Math.ceil((due + DAY_MS) / DAY_MS) * DAY_MS
  const remind = async (time: number) =>
    (await (await stopAt(platform, time)).post(`/api/subscriptions/${one.id}/remind`)).status
  expect([await remind(midnight - 3_600_000), await remind(midnight - 1), await remind(midnight)]).toEqual([
    200, 409, 200,
  ])
})

test('a subscription set active at the end of its period begins a new one, and before that continues it', async ({
  platform,
}) => {
  const founder = await platform.superAdmin()
  const { id: planId } = await planNamed(founder, 'starter')
  const made = [await buildSubscribed(platform, founder), await buildSubscribed(platform, founder)]
  for (const { id } of made) await founder.put(`/api/subscriptions/${id}`, { status: 'paused', planId })
  const starts = []
  for (const [index, one] of made.entries()) {
    const admin = await stopAt(platform, timeOf(one.currentPeriodEnd) - 1 + index)
    starts.push((await admin.put(`/api/subscriptions/${one.id}`, { status: 'active' })).body.currentPeriodStart)
  }
  expect(starts).toEqual([made[0]?.currentPeriodStart, made[1]?.currentPeriodEnd])
})
