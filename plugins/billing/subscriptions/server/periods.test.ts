import { expect, test } from 'vitest'
import { addMonths, periodAfter, periodAt } from './periods.ts'

const utc = (text: string) => new Date(`${text}Z`)
const DAY_MS = (instant: Date) => instant.toISOString().slice(0, 10)

/** The days on which periods end, one after the other. */
function ends(from: string, interval: 'monthly' | 'yearly', count: number): string[] {
  const anchor = utc(from)
  let { end } = periodAt(anchor, interval, 0)
  const days = [DAY_MS(end)]
  while (days.length < count) {
    end = periodAfter(anchor, interval, end).end
    days.push(DAY_MS(end))
  }
  return days
}

test('a monthly period from 31 January ends on the last day of shorter months and comes back to the 31st', () => {
  expect(ends('2026-01-31T10:00:00', 'monthly', 12)).toEqual([
    '2026-02-28',
    '2026-03-31',
    '2026-04-30',
    '2026-05-31',
    '2026-06-30',
    '2026-07-31',
    '2026-08-31',
    '2026-09-30',
    '2026-10-31',
    '2026-11-30',
    '2026-12-31',
    '2027-01-31',
  ])
})

test('February has its leap day in a monthly period from the 31st', () => {
  expect(ends('2028-01-31T00:00:00', 'monthly', 2)).toEqual(['2028-02-29', '2028-03-31'])
})

test('a yearly period from a leap day ends on 28 February until the next leap year', () => {
  expect(ends('2028-02-29T12:30:00', 'yearly', 4)).toEqual(['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'])
})

test.each([
  ['2026-01-31T23:59:59.999', 'monthly'],
  ['2027-02-28T00:00:00', 'monthly'],
  ['2027-12-30T06:07:08', 'monthly'],
  ['2028-02-29T12:00:00', 'monthly'],
  ['2026-03-29T01:30:00', 'monthly'],
  ['2028-02-29T12:00:00', 'yearly'],
  ['2026-10-25T00:30:00', 'yearly'],
] as const)('through three years from %s the %s periods leave no gap and keep the time of day', (from, interval) => {
  const anchor = utc(from)
  const count = interval === 'monthly' ? 36 : 3
  let period = periodAt(anchor, interval, 0)
  expect(period.start).toEqual(anchor)
  for (let index = 1; index <= count; index++) {
    const next = periodAfter(anchor, interval, period.end)
    expect(next).toEqual(periodAt(anchor, interval, index))
    expect(next.start).toEqual(period.end)
    expect(next.end.getTime()).toBeGreaterThan(next.start.getTime())
    expect(next.start.toISOString().slice(11)).toBe(anchor.toISOString().slice(11))
    period = next
  }
  expect(period.start).toEqual(addMonths(anchor, 36))
})

test('the weeks in which clocks change are as long as the others', () => {
  // In Berlin summer time begins on 29 March 2026 and ends on 25 October 2026.
  const [march, october] = [
    periodAt(utc('2026-03-15T00:00:00'), 'monthly', 0),
    periodAt(utc('2026-10-15T00:00:00'), 'monthly', 0),
  ]
  expect((march.end.getTime() - march.start.getTime()) / 86_400_000).toBe(31)
  expect((october.end.getTime() - october.start.getTime()) / 86_400_000).toBe(31)
})
