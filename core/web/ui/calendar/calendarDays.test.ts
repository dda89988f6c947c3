import { parseDate } from '@internationalized/date'
import { expect, test } from 'vitest'
import { byDay, spanOf, titleOf, turnView, weeksOf } from './calendarDays.ts'

const days = (weeks: ReturnType<typeof weeksOf>) => weeks.flat().map((day) => day.toString())

test('a month has whole weeks, which begin as people of the locale have it', () => {
  const november = (locale: string) => days(weeksOf('month', parseDate('2026-11-22'), locale))
  expect([november('en-US').at(0), november('en-US').at(-1)]).toEqual(['2026-11-01', '2026-12-05'])
  expect([november('de-DE').at(0), november('de-DE').at(-1)]).toEqual(['2026-10-26', '2026-12-06'])
  expect(days(weeksOf('week', parseDate('2026-11-22'), 'de-DE')).at(0)).toBe('2026-11-16')
  expect(days(weeksOf('agenda', parseDate('2026-11-18'), 'de-DE')).at(0)).toBe('2026-11-18')
})

test('a span goes from midnight to midnight of the zone, with the hour that its clock gains or loses', () => {
  const hours = (zone: string, date: string) => {
    const { from, to } = spanOf('week', parseDate(date), { locale: 'en-US', zone })
    return (Date.parse(to) - Date.parse(from)) / 3_600_000
  }
  expect(hours('America/New_York', '2027-03-14')).toBe(7 * 24 - 1)
  expect(hours('Europe/Berlin', '2027-10-31')).toBe(7 * 24 + 1)
  expect(hours('UTC', '2027-03-14')).toBe(7 * 24)
  expect(spanOf('month', parseDate('2026-11-22'), { locale: 'en-US', zone: 'America/New_York' })).toEqual({
    from: '2026-11-01T04:00:00.000Z',
    to: '2026-12-06T05:00:00.000Z',
  })
})

test('an event is listed on all its days in the zone, and not on the day after', () => {
  const events = [
    { id: 'late', start: '2026-11-23T03:30:00Z', end: '2026-11-23T05:00:00Z' },
    { id: 'camp', start: '2026-11-23T14:00:00Z', end: '2026-11-25T20:00:00Z' },
  ]
  const found = [...byDay(events, 'America/New_York')].map(([day, some]) => [day, some.map(({ id }) => id)])
  expect(found).toEqual([
    ['2026-11-22', ['late']],
    ['2026-11-23', ['camp']],
    ['2026-11-24', ['camp']],
    ['2026-11-25', ['camp']],
  ])
})

test('turning a page of months stays on the day, or on the last one of a shorter month', () => {
  expect(turnView('month', parseDate('2027-01-31'), 1).toString()).toBe('2027-02-28')
  expect(turnView('week', parseDate('2027-01-31'), -1).toString()).toBe('2027-01-24')
  expect(titleOf('month', parseDate('2027-01-31'), 'en-US')).toBe('January 2027')
  expect(titleOf('week', parseDate('2026-12-30'), 'en-US').replaceAll(/\s/g, ' ')).toBe('Dec 27, 2026 – Jan 2, 2027')
})
