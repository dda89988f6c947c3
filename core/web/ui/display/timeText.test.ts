import { expect, test } from 'vitest'
import { timeText } from './timeText.ts'

const summer = new Date('2026-07-01T13:30:00Z')
const winter = new Date('2026-12-01T13:30:00Z')

test('a time of day names the zone by whose clock it is, as it is called that day', () => {
  expect(timeText(summer, 'America/New_York')).toBe('Jul 1, 2026, 9:30 AM EDT')
  expect(timeText(winter, 'America/New_York')).toBe('Dec 1, 2026, 8:30 AM EST')
  expect(timeText(summer, 'America/Chicago', 'time')).toBe('8:30 AM CDT')
  expect(timeText(winter, 'UTC', 'time')).toBe('1:30 PM UTC')
})

test('a date is that of the zone, and names none', () => {
  const late = new Date('2026-07-02T02:00:00Z')
  expect(timeText(late, 'America/New_York', 'date')).toBe('Jul 1, 2026')
  expect(timeText(late, 'Europe/Berlin', 'date')).toBe('Jul 2, 2026')
})
