import { expect, test } from 'vitest'
import { keptOf, type Kept, type Retention } from './retention.ts'

const newYork: Retention = { keepDaily: 14, keepWeekly: 8, keepMonthly: 12, timeZone: 'America/New_York' }

const at = (timestamp: string): Kept => ({ id: timestamp, timestamp })
const DAY_MS = 86_400_000

/** Backups that exist after this many nights, each of which makes a backup and removes what is not kept. */
function afterNights(nights: number, retention: Retention, made: (night: number) => boolean = () => true): Kept[] {
  let there: Kept[] = []
  for (let night = 0; night < nights; night++) {
    if (!made(night)) continue
    there.push(at(new Date(Date.parse('2026-01-01T07:00:00Z') + night * DAY_MS).toISOString()))
    there = [...keptOf(there, retention)].toSorted((a, b) => a.timestamp.localeCompare(b.timestamp))
  }
  return there
}

const days = (backups: readonly Kept[]) => backups.map(({ timestamp }) => timestamp.slice(0, 10))

test('after five years of nights there are 14 days, 8 weeks and 12 months', () => {
  const kept = days(afterNights(5 * 365, newYork))
  expect(kept.slice(-14)).toEqual(
    Array.from({ length: 14 }, (_, age) => new Date(Date.parse('2030-12-30T07:00:00Z') - (13 - age) * DAY_MS)).map(
      (date) => date.toISOString().slice(0, 10),
    ),
  )
  // Keeps the Sunday of past weeks, and the last day of past months.
  expect(kept.slice(0, -14)).toEqual([
    '2030-01-31',
    '2030-02-28',
    '2030-03-31',
    '2030-04-30',
    '2030-05-31',
    '2030-06-30',
    '2030-07-31',
    '2030-08-31',
    '2030-09-30',
    '2030-10-31',
    '2030-11-17',
    '2030-11-24',
    '2030-11-30',
    '2030-12-01',
    '2030-12-08',
    '2030-12-15',
  ])
})

test('nothing is removed that a day before was not to be removed but for the passing of time', () => {
  // Whatever is kept after many nights was kept after each of them: a file that is gone never comes back.
  for (const nights of [30, 100, 400, 1000]) {
    const there = afterNights(nights, newYork)
    expect(new Set(keptOf(there, newYork))).toEqual(new Set(there))
  }
})

test('a pause uses nothing up: the backups from before it stay until newer ones have taken their places', () => {
  const before = days(afterNights(100, newYork))
  const after = days(afterNights(200, newYork, (night) => night < 100 || night === 199))
  expect(after.at(-1)).toBe('2026-07-19')
  expect(after.slice(0, -1).filter((day) => !before.includes(day))).toEqual([])
  expect(after.length).toBeGreaterThanOrEqual(before.length - 2)
})

test('the newest of several backups in a day is kept, by days of the zone', () => {
  const backups = [
    at('2026-11-20T03:00:00Z'),
    at('2026-11-20T04:30:00Z'),
    at('2026-11-20T05:30:00Z'),
    at('2026-11-20T23:00:00Z'),
  ]
  const daily = { ...newYork, keepDaily: 5, keepWeekly: 0, keepMonthly: 0 }
  // In New York the day changes at five o'clock UTC.
  expect(days([...keptOf(backups, daily)])).toHaveLength(2)
  expect([...keptOf(backups, daily)].map(({ id }) => id)).toEqual(['2026-11-20T23:00:00Z', '2026-11-20T04:30:00Z'])
})

test('the newest is always kept', () => {
  const backups = [at('2026-01-01T07:00:00Z'), at('2026-01-02T07:00:00Z')]
  expect([...keptOf(backups, { ...newYork, keepDaily: 1, keepWeekly: 0, keepMonthly: 0 })]).toEqual([backups[1]])
  expect([...keptOf([], newYork)]).toEqual([])
})
