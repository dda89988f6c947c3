import { expect, test } from 'vitest'
import { fromWallTime, toWallTime } from './zonedTime.ts'

test('an instant and the wall clock of a zone say the same time, in summer and in winter', () => {
  expect(toWallTime('2026-07-01T13:30:00.000Z', 'America/New_York')).toBe('2026-07-01T09:30')
  expect(fromWallTime('2026-07-01T09:30', 'America/New_York')).toBe('2026-07-01T13:30:00.000Z')
  expect(fromWallTime('2026-01-01T09:30', 'America/New_York')).toBe('2026-01-01T14:30:00.000Z')
  expect(fromWallTime('2026-01-01T09:30', 'Asia/Kolkata')).toBe('2026-01-01T04:00:00.000Z')
})

test('an hour that comes twice is the first one, an hour that is skipped moves forward', () => {
  expect(fromWallTime('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z')
  expect(toWallTime(fromWallTime('2026-03-29T02:30', 'Europe/Berlin'), 'Europe/Berlin')).toBe('2026-03-29T03:30')
})

test('half a date is no time', () => {
  expect(fromWallTime('2026-', 'Europe/Berlin')).toBe('')
  expect(toWallTime('soon', 'Europe/Berlin')).toBe('')
})
