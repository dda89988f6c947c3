import type { TenantScope } from '#core/server/core.ts'
import { invalidField } from '#core/server/errors.ts'
import { zoneOf } from '../../../shared/server/time-zone.ts'
import { DEFAULT_RANGE, MAX_DAYS, type ReportFilters, type ReportRange } from '../contract.ts'

/** The days that a report covers, in the organization's zone. */
export interface ReportPeriod {
  /** First day, as `2026-03-01`. */
  from: string
  /** Last day. */
  to: string
  zone: string
}

type Day = Temporal.PlainDate

const rangesTo: Record<ReportRange, (today: Day) => [from: Day, to: Day]> = {
  'last-30-days': (today) => [today.subtract({ days: 29 }), today],
  'last-90-days': (today) => [today.subtract({ days: 89 }), today],
  'this-month': (today) => [today.with({ day: 1 }), today],
  'last-month': (today) => {
    const next = today.with({ day: 1 })
    return [next.subtract({ months: 1 }), next.subtract({ days: 1 })]
  },
  'this-year': (today) => [today.with({ month: 1, day: 1 }), today],
  'last-12-months': (today) => [today.subtract({ years: 1 }).add({ days: 1 }), today],
}

/** @throws invalid at `from` or `to` where a period ends before it begins, or is longer than a year */
export async function periodOf(scope: TenantScope, { range, from, to }: ReportFilters): Promise<ReportPeriod> {
  const zone = await zoneOf(scope)
  const today = Temporal.Instant.from(scope.core.clock.now().toISOString()).toZonedDateTimeISO(zone).toPlainDate()
  const period = (first: Day, last: Day) => ({ from: first.toString(), to: last.toString(), zone })
  if (!from && !to) return period(...rangesTo[range ?? DEFAULT_RANGE](today))
  const last = to ? Temporal.PlainDate.from(to) : today
  const first = from ? Temporal.PlainDate.from(from) : last.subtract({ days: 29 })
  if (Temporal.PlainDate.compare(first, last) > 0) throw invalidField('from', 'The period ends before it begins')
  if (first.until(last).days >= MAX_DAYS) throw invalidField('to', `At most ${MAX_DAYS} days`)
  return period(first, last)
}

const midnight = (day: Day, zone: string) => day.toZonedDateTime(zone).toInstant().toString()

/** Returns the instants of a period's beginning and end, and the beginning of the previous one of equal length. */
export function timesOf({ from, to, zone }: ReportPeriod): { from: string; to: string; before: string } {
  const [first, last] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)]
  const { days } = first.until(last)
  return {
    from: midnight(first, zone),
    to: midnight(last.add({ days: 1 }), zone),
    before: midnight(first.subtract({ days: days + 1 }), zone),
  }
}

/** Lists the weeks, from Monday on, or months in a period: their first days, and the instants when they begin. */
export function stepsOf(
  { from, to, zone }: ReportPeriod,
  unit: 'week' | 'month',
): { steps: string[]; stepStarts: string[] } {
  const [first, last] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)]
  let day = unit === 'month' ? first.with({ day: 1 }) : first.subtract({ days: first.dayOfWeek - 1 })
  const days: Day[] = []
  for (; Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ [`${unit}s`]: 1 })) days.push(day)
  return { steps: days.map(String), stepStarts: days.map((one) => midnight(one, zone)) }
}
