import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertLaw } from '#core/testing/laws.ts'
import { addMonths, periodAfter, periodAt } from './periods.ts'

const anchors = fc.date({
  min: new Date('2000-01-01T00:00:00Z'),
  max: new Date('2100-01-01T00:00:00Z'),
  noInvalidDate: true,
})
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
      expect(periodAfter(anchor, interval, end)).toEqual(periodAt(anchor, interval, index + 1))
    }),
  )
})
