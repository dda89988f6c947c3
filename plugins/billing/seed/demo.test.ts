import { expect, test } from 'vitest'
import { addMonths } from '../subscriptions/server/periods.ts'
import { isReadOnly } from '../subscriptions/server/lifecycle.ts'
import { lifeOf } from './demo.ts'
import { Money } from '../shared/server/money.ts'

const DAY_MS = 86_400_000
const starter = { id: 'starter', name: 'starter', billingInterval: 'monthly', price: Money.of(49, 'USD') } as const

/** Every day of four years, one of which is a leap year. */
const days = Array.from({ length: 4 * 366 }, (_, index) => new Date(Date.UTC(2026, 0, 1, 7, 30) + index * DAY_MS))
const before = (now: Date, count: number) => new Date(now.getTime() - count * DAY_MS).toISOString()
const openDays = ({ start, paidAt }: { start: string; paidAt: string | null }, now: Date) =>
  paidAt === null ? (now.getTime() - Date.parse(start)) / DAY_MS : 0

test('on any day an organization that is there owes nothing that is overdue, and its period goes on', () => {
  for (const now of days) {
    for (const age of [5, 37, 171, 352]) {
      const tenant = { status: 'active', createdAt: before(now, age), lastSignInAt: before(now, 1) }
      const { state, periods } = lifeOf(starter, tenant, now)
      expect(state.status).toBe('active')
      expect(Date.parse(state.currentPeriodEnd)).toBeGreaterThan(now.getTime())
      expect(periods[0]?.start).toBe(tenant.createdAt)
      expect(periods.at(-1)?.end).toBe(state.currentPeriodEnd)
      expect(Math.max(...periods.map((period) => openDays(period, now)))).toBeLessThan(14)
    }
  }
})

test('on any day the late one may still pay, and the suspended one has two invoices overdue', () => {
  for (const now of days) {
    const late = lifeOf(starter, { status: 'active', createdAt: before(now, 47), lastSignInAt: before(now, 38) }, now)
    expect(late.state).toMatchObject({ status: 'past_due', pastDueReason: 'invoice-overdue' })
    expect(isReadOnly(late.state, now)).toBe(false)
    const suspended = { status: 'suspended', createdAt: before(now, 81), lastSignInAt: before(now, 9) }
    const { state, periods } = lifeOf(starter, suspended, now)
    expect(isReadOnly(state, now)).toBe(true)
    expect(periods.map(({ paidAt }) => paidAt === null)).toEqual([false, true, true])
    expect(Math.min(...periods.slice(1).map((period) => openDays(period, now)))).toBeGreaterThanOrEqual(14)
  }
})

test('the trial of an abandoned organization has ended, and a canceled subscription ended with a period that was paid', () => {
  for (const now of days) {
    const trial = { ...starter, name: 'trial', price: Money.of(0, 'USD') }
    const over = lifeOf(trial, { status: 'trial', createdAt: before(now, 44), lastSignInAt: before(now, 43) }, now)
    expect(over.state).toMatchObject({ status: 'past_due', pastDueReason: 'trial-ended' })
    const inactive = { status: 'inactive', createdAt: before(now, 96), lastSignInAt: before(now, 9) }
    const { state, periods } = lifeOf(starter, inactive, now)
    expect(state).toMatchObject({ status: 'canceled', canceledAt: state.currentPeriodEnd })
    expect(Date.parse(state.currentPeriodEnd)).toBeLessThanOrEqual(now.getTime())
    expect(state.currentPeriodEnd).toBe(addMonths(new Date(inactive.createdAt), periods.length).toISOString())
    expect(periods.every(({ paidAt }) => paidAt !== null)).toBe(true)
  }
})
