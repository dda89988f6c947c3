import { pageLocale } from '../../text.ts'

const DAY_SECONDS = 86_400

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', DAY_SECONDS],
  ['hour', 3600],
  ['minute', 60],
]

/**
 * `then` seen from `now` (both milliseconds), as '3 hours ago', 'yesterday' or 'in 2 weeks'; within a minute 'now'. From a
 * day on it counts days of the zone's calendar, as a person does who reads the date beside it.
 */
export function relativeTime(then: number, now: number, zone: string, locale = pageLocale()): string {
  const elapsed = (then - now) / 1000
  const seconds =
    Math.abs(elapsed) < DAY_SECONDS ? elapsed : (daysBetween(now, then, zone) || Math.sign(elapsed)) * DAY_SECONDS
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', Number.POSITIVE_INFINITY]
  return format.format(Math.trunc(seconds / size), unit)
}

const daysBetween = (from: number, to: number, zone: string) => dayOf(to, zone) - dayOf(from, zone)

/** Days from 1970 to the day in the zone. */
function dayOf(instant: number, zone: string): number {
  const shape = { timeZone: zone, year: 'numeric', month: 'numeric', day: 'numeric' } as const
  // Browsers agree on the order in American English; Canada's short date is 2026-03-29 in one and 3/29/26 in another.
  const [month = 1, day = 1, year = 1970] = new Intl.DateTimeFormat('en-US', shape)
    .format(instant)
    .split('/')
    .map(Number)
  return Date.UTC(year, month - 1, day) / (DAY_SECONDS * 1000)
}
