import { expect, test } from 'vitest'
import type { AuditLog } from '../contract.ts'
import { daysOf } from './days.ts'

const at = (createdAt: string) => ({ createdAt }) as AuditLog

test('an admin reads entries under the days of the zone in which their times are shown, wherever the browser is', () => {
  const acts = ['2026-11-26T02:30:00Z', '2026-11-25T23:00:00Z', '2026-11-25T04:59:00Z', '2026-11-24T12:00:00Z'].map(at)
  const now = new Date('2026-11-26T03:00:00Z')
  const labels = (zone: string) => daysOf(acts, now, zone).map(({ label, acts: ofDay }) => [label, ofDay.length])
  expect(labels('America/New_York')).toEqual([
    ['Today', 2],
    ['Yesterday', 2],
  ])
  expect(labels('Asia/Tokyo')).toEqual([
    ['Today', 2],
    ['Yesterday', 1],
    ['Tuesday, November 24, 2026', 1],
  ])
})

test('yesterday is a day of the calendar where clocks were set back', () => {
  const acts = ['2026-11-01T04:30:00Z', '2026-10-31T12:00:00Z'].map(at)
  const labels = daysOf(acts, new Date('2026-11-02T05:30:00Z'), 'America/New_York').map(({ label }) => label)
  expect(labels).toEqual(['Yesterday', 'Saturday, October 31, 2026'])
})
