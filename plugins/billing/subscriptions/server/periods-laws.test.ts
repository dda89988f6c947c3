import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertLaw } from '#core/testing/laws.ts'
import { Money } from '../../shared/server/money.ts'
import { newSubscription, renewPeriod } from './lifecycle.ts'
import { addMonths, endsPeriod, periodAfter, periodAt } from './periods.ts'

const anchors = fc.date({
  min: new Date('2000-01-01T00:00:00Z'),
  max: new Date('2100-01-01T00:00:00Z'),
  noInvalidDate: true,
})
/** Mean length of a month. */
const MONTH_MS = 30.436875 * 86_400_000

const intervals = fc.constantFrom('monthly', 'yearly')

/** The same by the calendar of the language, which keeps to the last day of a shorter month too. */
const monthsLater = (instant: Date, months: number) =>
  new Date(
    Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO('UTC').add({ months })
      .epochMilliseconds,
  )

test('months are added as the calendar does', () => {
  assertLaw(
    fc.property(anchors, fc.integer({ min: 0, max: 600 }), (anchor, months) => {
      expect(addMonths(anchor, months)).toEqual(monthsLater(anchor, months))
    }),
  )
})

test('each period begins where the one before ends, however many have gone by', () => {
  assertLaw(
    fc.property(anchors, intervals, fc.integer({ min: 0, max: 120 }), (anchor, interval, index) => {
      const { start, end } = periodAt(anchor, interval, index)
      expect(end.getTime()).toBeGreaterThan(start.getTime())
      expect(periodAt(anchor, interval, index + 1).start).toEqual(end)
      expect(endsPeriod(anchor, interval, end)).toBe(true)
      expect(periodAfter(anchor, interval, end)).toEqual(periodAt(anchor, interval, index + 1))
    }),
  )
})

test('the period after a trial lasts a whole interval, also where the trial ends in the next month', () => {
  const months = { monthly: 1, yearly: 12 } as const
  assertLaw(
    fc.property(anchors, intervals, fc.integer({ min: 1, max: 60 }), (now, billingInterval, days) => {
      const plan = { id: 'trial', name: 'trial', price: Money.of('0.00', 'USD'), billingInterval }
      const trial = newSubscription(plan, now, days)
      const next = renewPeriod(trial, billingInterval)
      expect(next.currentPeriodStart).toBe(trial.currentPeriodEnd)
      const end = monthsLater(new Date(trial.currentPeriodEnd), months[billingInterval])
      // The day of the month is kept where the trial ends on the anchor's day.
      const counted = addMonths(now, Math.round((end.getTime() - now.getTime()) / MONTH_MS))
      expect([end, counted].map((instant) => instant.toISOString())).toContain(next.currentPeriodEnd)
    }),
  )
})
