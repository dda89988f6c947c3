import { RRuleTemporal } from 'rrule-temporal'
import { MAX_SESSIONS, weekdays, type Repeat, type Weekday } from '../contract.ts'

/** Rule of a series, in the calendar and local time of its zone. */
export interface Schedule {
  timeZone: string
  /** First possible day: `2027-03-01`. */
  firstDay: string
  /** Local time: `16:00:00`. */
  startTime: string
  /** Rule as in RFC 5545, without its end. */
  rule: string
  lastDay: string | null
  sessionCount: number | null
}

/** @param weekStart matters where a series skips weeks: days between two week starts are one turn */
export function ruleOf({ days, everyWeeks }: Pick<Repeat, 'days' | 'everyWeeks'>, weekStart: Weekday = 'MO'): string {
  return `FREQ=WEEKLY;INTERVAL=${everyWeeks};WKST=${weekStart};BYDAY=${days.join(',')}`
}

export interface ReadRule {
  days: Weekday[]
  everyWeeks: number
  weekStart: Weekday
}

/** Parses the output of `ruleOf`. */
export function readRule(rule: string): ReadRule {
  const parts = new Map(rule.split(';').map((part) => part.split('=', 2) as [string, string]))
  return {
    days: (parts.get('BYDAY') ?? '').split(',') as Weekday[],
    everyWeeks: Number(parts.get('INTERVAL')),
    weekStart: parts.get('WKST') as Weekday,
  }
}

/** Moves a rule by days, with its weeks. */
export function moveRule(rule: string, days: number): string {
  const { days: before, everyWeeks, weekStart } = readRule(rule)
  const moved = (day: Weekday) => weekdays[(((weekdays.indexOf(day) + days) % 7) + 7) % 7] as Weekday
  return ruleOf(
    { days: weekdays.filter((day) => before.some((other) => moved(other) === day)), everyWeeks },
    moved(weekStart),
  )
}

/** Lists the days of a series in order; one more than the maximum where it has too many. */
export function daysOf({ firstDay, rule, lastDay, sessionCount }: Omit<Schedule, 'timeZone' | 'startTime'>): string[] {
  const digits = (day: string) => `${day.replaceAll('-', '')}T000000Z`
  const end = lastDay ? `;UNTIL=${digits(lastDay)}` : `;COUNT=${sessionCount}`
  // Days only, which no zone shifts: the local time is added later.
  const rules = new RRuleTemporal({ rruleString: `DTSTART:${digits(firstDay)}\nRRULE:${rule}${end}` })
  return rules.all((_, index) => index <= MAX_SESSIONS).map((day) => day.toString().slice(0, 10))
}

/** Local time of a zone at an instant. */
export function wallOf(instant: string, timeZone: string): Temporal.PlainDateTime {
  return Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDateTime()
}

/** Instant of a local time in a zone, the earlier of two; undefined where daylight saving skips it. */
export function instantOf(wall: Temporal.PlainDateTime, timeZone: string): string | undefined {
  const zoned = wall.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
  return zoned.toPlainDateTime().equals(wall) ? toUtc(zoned) : undefined
}

/** Converts like `instantOf`, with the time after a daylight saving gap: keys must exist. */
export function instantNearOf(wall: Temporal.PlainDateTime, timeZone: string): string {
  return toUtc(wall.toZonedDateTime(timeZone))
}

/** Formats an instant like the database. */
const toUtc = (zoned: Temporal.ZonedDateTime) => new Date(zoned.epochMilliseconds).toISOString()

/** Adds exact time to an instant. */
export const addMilliseconds = (instant: string, milliseconds: number) =>
  new Date(Date.parse(instant) + milliseconds).toISOString()
