import { describe, expect, it } from 'vitest'
import { runsOf } from './dayRuns.ts'

const day = (date: number, from = 13, to = 20, status: 'planned' | 'cancelled' = 'planned') => ({
  id: `${date}`,
  startsAt: new Date(Date.UTC(2094, 6, date, from)).toISOString(),
  endsAt: new Date(Date.UTC(2094, 6, date, to)).toISOString(),
  status,
})

const drawn = (...days: ReturnType<typeof day>[]) =>
  runsOf(days, 'America/New_York', 'en-US').map(({ id, when }) => [id, when])

describe('runsOf', () => {
  it('draws a week as one run with its daily local time', () => {
    expect(drawn(day(12), day(13), day(14), day(15), day(16))).toEqual([['12', 'Mon–Fri, 9 AM–4 PM']])
  })
  it('begins a new run after a weekend, at another local time and around a canceled day', () => {
    expect(drawn(day(15), day(16), day(19), day(20, 13, 15), day(21), day(22, 13, 20, 'cancelled'), day(23))).toEqual([
      ['15', 'Thu–Fri, 9 AM–4 PM'],
      ['19', null],
      ['20', null],
      ['21', null],
      ['22', null],
      ['23', null],
    ])
  })
  it('draws the dates of a term one by one, and a stay without a time', () => {
    expect(drawn(day(6), day(13), day(20))).toEqual([
      ['6', null],
      ['13', null],
      ['20', null],
    ])
    const [first, second] = [day(12, 13, 28), day(13, 4, 28)]
    expect(drawn(first, second)).toEqual([['12', null]])
  })
})
