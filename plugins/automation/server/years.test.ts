import { expect } from 'vitest'
import { pluginTest, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { billing } from '#plugins/billing/plugin.ts'
import { runCycle } from './cycle.ts'
import { automation } from '../plugin.ts'
import { add, ask, billingOf, logsOf, mailsTo, subscriber, subscriptionOf } from './subscribers.ts'

const test = pluginTest([billing, automation])

const DAY_MS = 86_400_000

function goTo({ clock }: TestPlatform, instant: string): void {
  clock.forward(Date.parse(instant) - clock.now().getTime())
}

/** Simulates days with a cycle on every third one, on which all organizations pay open invoices. */
async function liveUntil(platform: TestPlatform, instant: string): Promise<void> {
  while (platform.clock.now().getTime() < Date.parse(instant)) {
    const left = Date.parse(instant) - platform.clock.now().getTime()
    platform.clock.forward(Math.min(3 * DAY_MS, left))
    await runCycle(platform.core, billingOf(platform), { trigger: 'schedule' })
    await ask(
      platform,
      `update invoices set status = 'paid', paid_at = issued_at, amount_paid = total where status = 'open'`,
    )
  }
}

interface Invoiced {
  from: string
  to: string
  plan: string
  total: number
}

const invoicesOf = (platform: TestPlatform, { id }: TestOrganization) =>
  ask<Invoiced>(
    platform,
    `select to_char(period_start, 'YYYY-MM-DD') as "from", to_char(period_end, 'YYYY-MM-DD') as "to",
            plan_display_name as plan, total::float8 as total from invoices where tenant_id = ? order by period_start`,
    [id],
  )

function expectWithoutGaps(invoices: readonly Invoiced[]): void {
  expect(invoices.slice(1).map(({ from }) => from)).toEqual(invoices.slice(0, -1).map(({ to }) => to))
}

test(
  'three years: monthly from 31 January, yearly, from a leap day, changed in mid-period, upgraded over a roll-over',
  { timeout: 480_000 },
  async ({ platform }) => {
    const signedIn = () => platform.superAdmin()
    const plan = { displayName: 'Yearly', price: 490, billingInterval: 'yearly', maxUsers: 100 }
    await (await signedIn()).post('/api/subscription-plans', { ...plan, name: 'yearly' })
    goTo(platform, '2027-01-31T10:00:00Z')
    const monthly = await subscriber(platform)
    const yearly = await subscriber(platform, 'yearly')
    const changing = await subscriber(platform)
    const growing = await subscriber(platform)
    const trial = await subscriber(platform, 'trial')

    await liveUntil(platform, '2027-03-15T10:00:00Z')
    const admin = await signedIn()
    const { body: plans } = await admin.get('/api/subscription-plans')
    const growth = plans.find(({ name }: { name: string }) => name === 'growth')
    const [found] = await ask<{ id: string }>(platform, 'select id from subscriptions where tenant_id = ?', [
      changing.id,
    ])
    expect((await admin.put(`/api/subscriptions/${found?.id}`, { planId: growth.id })).status).toBe(200)
    await add(platform, growing, { users: 101 })

    await liveUntil(platform, '2028-02-29T12:00:00Z')
    const leap = await subscriber(platform, 'yearly')
    await liveUntil(platform, '2030-01-30T10:00:00Z')

    const months = await invoicesOf(platform, monthly)
    expect(months).toHaveLength(36)
    expectWithoutGaps(months)
    expect(months.slice(0, 4).map(({ to }) => to)).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'])
    expect(months.find(({ from }) => from === '2028-01-31')?.to).toBe('2028-02-29')
    expect(months.at(-1)).toEqual({ from: '2029-12-31', to: '2030-01-31', plan: 'Starter', total: 49 })

    expect(await invoicesOf(platform, yearly)).toEqual([
      { from: '2027-01-31', to: '2028-01-31', plan: 'Yearly', total: 490 },
      { from: '2028-01-31', to: '2029-01-31', plan: 'Yearly', total: 490 },
      { from: '2029-01-31', to: '2030-01-31', plan: 'Yearly', total: 490 },
    ])
    expect(await invoicesOf(platform, leap)).toEqual([
      { from: '2028-02-29', to: '2029-02-28', plan: 'Yearly', total: 490 },
      { from: '2029-02-28', to: '2030-02-28', plan: 'Yearly', total: 490 },
    ])

    // Changed and outgrown within the period from 28 February: both cost more with the next one. What an admin changed
    // costs more for the rest of that period too, 16 of its 31 days.
    const isRest = ({ from }: { from: string }) => from === '2027-03-15'
    expect((await invoicesOf(platform, changing)).filter(isRest)).toEqual([
      { from: '2027-03-15', to: '2027-03-31', plan: 'Growth', total: 51.61 },
    ])
    for (const organization of [changing, growing]) {
      const invoices = (await invoicesOf(platform, organization)).filter((invoice) => !isRest(invoice))
      expectWithoutGaps(invoices)
      expect(invoices.map(({ total }) => total)).toEqual([49, 49, ...Array.from({ length: 34 }, () => 149)])
      expect(invoices.find(({ total }) => total === 149)?.from).toBe('2027-03-31')
    }
    expect(await logsOf(platform, growing)).toHaveLength(1)
    const subjects = await mailsTo(platform, `admin@${growing.subdomain}.example`)
    expect(subjects.filter((subject) => subject.includes('moves to the plan'))).toHaveLength(1)
    expect(subjects.filter((subject) => subject.startsWith('Invoice'))).toHaveLength(36)

    expect(await invoicesOf(platform, trial)).toEqual([])
    expect(await subscriptionOf(platform, trial)).toMatchObject({ status: 'past_due', plan: 'trial' })
    const numbers = await ask<{ number: string }>(platform, 'select number from invoices order by number')
    for (const invoices of Map.groupBy(numbers, ({ number }) => number.slice(0, -6)).values()) {
      expect(invoices.map(({ number }) => Number(number.slice(-6)))).toEqual(invoices.map((_, index) => index + 1))
    }
  },
)
