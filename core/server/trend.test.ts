import { expect, test } from 'vitest'
import { TREND_DAYS, trendOf, trendSince } from './trend.ts'

test('a trend ends with what there is, and goes back by what came and went since', () => {
  expect(trendOf(7, [])).toEqual(Array.from({ length: TREND_DAYS }, () => 7))
  const trend = trendOf(7, [
    { daysAgo: 0, amount: 2 },
    { daysAgo: 2, amount: -1 },
    { daysAgo: 28, amount: 3 },
  ])
  expect(trend.slice(-5)).toEqual([6, 6, 5, 5, 7])
  expect(trend[0]).toBe(3)
})

test('changes are asked for as far back as the trend goes', () => {
  expect(trendSince(new Date('2026-03-31T12:00:00Z'))).toBe('2026-03-02T12:00:00.000Z')
})
