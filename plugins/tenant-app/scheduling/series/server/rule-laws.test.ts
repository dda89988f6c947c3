import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertLaw } from '#core/testing/laws.ts'
import { weekdays, type Weekday } from '../contract.ts'
import { daysOf, instantOf, moveRule, ruleOf, wallOf } from './rule.ts'

const plainDays = fc.integer({ min: 0, max: 20_000 }).map((days) => Temporal.PlainDate.from('2000-01-01').add({ days }))
const chosenDays = fc.subarray([...weekdays], { minLength: 1 })
const weekStarts = fc.constantFrom(...weekdays)
const zones = fc.constantFrom('America/Chicago', 'Europe/Prague', 'Asia/Kolkata', 'Australia/Lord_Howe', 'UTC')

/** Index of a weekday; Monday is 0. */
const place = (day: Weekday) => ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'].indexOf(day)

interface Weekly {
  firstDay: Temporal.PlainDate
  days: Weekday[]
  everyWeeks: number
  weekStart: Weekday
}

/** Model that walks through the calendar day by day. */
function walked({ firstDay, days, everyWeeks, weekStart }: Weekly, until: (day: string, found: number) => boolean) {
  const found: string[] = []
  const intoWeek = (firstDay.dayOfWeek - 1 - place(weekStart) + 7) % 7
  for (let passed = 0; ; passed++) {
    const day = firstDay.add({ days: passed })
    if (until(day.toString(), found.length)) return found
    const week = Math.floor((intoWeek + passed) / 7)
    if (week % everyWeeks === 0 && days.some((one) => place(one) === day.dayOfWeek - 1)) found.push(day.toString())
  }
}

const weekly = fc.record({
  firstDay: plainDays,
  days: chosenDays,
  everyWeeks: fc.integer({ min: 1, max: 4 }),
  weekStart: weekStarts,
})

test('a series with a count has the days that a walk through the calendar finds', () => {
  assertLaw(
    fc.property(weekly, fc.integer({ min: 1, max: 40 }), (series, sessionCount) => {
      const rule = ruleOf(series, series.weekStart)
      const days = daysOf({ firstDay: series.firstDay.toString(), rule, lastDay: null, sessionCount })
      expect(days).toEqual(walked(series, (_, found) => found === sessionCount))
    }),
  )
})

test('a series until a day has all days up to and including it, and none after', () => {
  assertLaw(
    fc.property(weekly, fc.integer({ min: 0, max: 200 }), (series, length) => {
      const lastDay = series.firstDay.add({ days: length }).toString()
      const rule = ruleOf(series, series.weekStart)
      const days = daysOf({ firstDay: series.firstDay.toString(), rule, lastDay, sessionCount: null })
      expect(days).toEqual(walked(series, (day) => day > lastDay))
    }),
  )
})

test('a rule moved by some days has every day moved by as many', () => {
  assertLaw(
    fc.property(
      weekly,
      fc.integer({ min: -30, max: 30 }),
      fc.integer({ min: 1, max: 20 }),
      (series, by, sessionCount) => {
        const rule = ruleOf(series, series.weekStart)
        const before = daysOf({ firstDay: series.firstDay.toString(), rule, lastDay: null, sessionCount })
        const firstDay = series.firstDay.add({ days: by }).toString()
        const after = daysOf({ firstDay, rule: moveRule(rule, by), lastDay: null, sessionCount })
        expect(after).toEqual(before.map((day) => Temporal.PlainDate.from(day).add({ days: by }).toString()))
      },
    ),
  )
})

test('the local time of an instant equals the one from which it was made; a skipped local time has no instant', () => {
  assertLaw(
    fc.property(plainDays, fc.integer({ min: 0, max: 1439 }), zones, (day, minutes, zone) => {
      const wall = day.toPlainDateTime({ hour: Math.floor(minutes / 60), minute: minutes % 60 })
      const instant = instantOf(wall, zone)
      const isShown = (['earlier', 'later'] as const).some((disambiguation) =>
        wall.toZonedDateTime(zone, { disambiguation }).toPlainDateTime().equals(wall),
      )
      expect(instant === undefined ? undefined : wallOf(instant, zone).toString()).toBe(
        isShown ? wall.toString() : undefined,
      )
    }),
  )
})
