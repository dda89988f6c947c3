import { expect, test } from 'vitest'
import { relativeTime } from './relativeTime.ts'

const seen = (then: string, now: string, zone = 'America/New_York') =>
  relativeTime(Date.parse(then), Date.parse(now), zone, 'en')

test.for<[then: string, now: string, words: string]>([
  ['2026-11-24T12:00:30Z', '2026-11-24T12:00:00Z', 'now'],
  ['2026-11-24T11:45:00Z', '2026-11-24T12:00:00Z', '15 minutes ago'],
  ['2026-11-25T03:00:00Z', '2026-11-24T12:00:00Z', 'in 15 hours'],
  ['2026-11-26T03:00:00Z', '2026-11-24T12:00:00Z', 'tomorrow'],
  // Less than three days and a half, and four dates on.
  ['2026-11-28T14:00:00Z', '2026-11-25T03:00:00Z', 'in 4 days'],
  // A day of 25 hours, which ends on its own date.
  ['2026-11-02T04:45:00Z', '2026-11-01T04:15:00Z', 'tomorrow'],
  ['2026-11-16T12:00:00Z', '2026-11-24T12:00:00Z', 'last week'],
  ['2026-09-20T12:00:00Z', '2026-11-24T12:00:00Z', '2 months ago'],
])('a reader in New York reads %s at %s as ‘%s’', ([then, now, words]) => {
  expect(seen(then, now)).toBe(words)
})

test('a reader reads the days of the zone that is shown', () => {
  const [then, now] = ['2026-11-28T04:30:00Z', '2026-11-25T03:00:00Z']
  expect(seen(then, now, 'America/New_York')).toBe('in 3 days')
  expect(seen(then, now, 'UTC')).toBe('in 3 days')
  expect(seen(then, now, 'Asia/Tokyo')).toBe('in 3 days')
  expect(seen('2026-11-28T16:00:00Z', now, 'Asia/Tokyo')).toBe('in 4 days')
  expect(seen('2026-11-28T16:00:00Z', now, 'UTC')).toBe('in 3 days')
})
