import {
  DateFormatter,
  endOfMonth,
  fromAbsolute,
  getWeeksInMonth,
  startOfMonth,
  startOfWeek,
  toCalendarDate,
} from '@internationalized/date'
import type { CalendarDate } from '@internationalized/date'

export const calendarViews = ['month', 'week', 'agenda'] as const
export type CalendarView = (typeof calendarViews)[number]

/** Days that an agenda shows at once. */
const AGENDA_DAYS = 28

/** The days of a view around a date, in weeks as people of the locale begin them; an agenda begins with the date. */
export function weeksOf(view: CalendarView, date: CalendarDate, locale: string): CalendarDate[][] {
  const week = (first: CalendarDate) => Array.from({ length: 7 }, (_, day) => first.add({ days: day }))
  if (view === 'week') return [week(startOfWeek(date, locale))]
  if (view === 'agenda') return Array.from({ length: AGENDA_DAYS / 7 }, (_, index) => week(date.add({ weeks: index })))
  const first = startOfWeek(startOfMonth(date), locale)
  return Array.from({ length: getWeeksInMonth(date, locale) }, (_, index) => week(first.add({ weeks: index })))
}

/** The instants, as ISO, between which a view shows what there is; 42 days at most. */
export function spanOf(
  view: CalendarView,
  date: CalendarDate,
  { locale, zone }: { locale: string; zone: string },
): { from: string; to: string } {
  const days = weeksOf(view, date, locale).flat()
  const [first = date, last = date] = [days.at(0), days.at(-1)]
  const instant = (day: CalendarDate) => day.toDate(zone).toISOString()
  return { from: instant(first), to: instant(last.add({ days: 1 })) }
}

/** Date of the view before or after this one. */
export function turnView(view: CalendarView, date: CalendarDate, by: 1 | -1): CalendarDate {
  if (view === 'month') return date.add({ months: by })
  return date.add(view === 'week' ? { weeks: by } : { days: by * AGENDA_DAYS })
}

/** Title of a view's period: 'November 2026', or 'Nov 22 – 28, 2026'. */
export function titleOf(view: CalendarView, date: CalendarDate, locale: string): string {
  const words = new DateFormatter(locale, {
    ...(view === 'month' ? { month: 'long' } : { month: 'short', day: 'numeric' }),
    year: 'numeric',
    timeZone: 'UTC',
  })
  const days = view === 'month' ? [startOfMonth(date), endOfMonth(date)] : weeksOf(view, date, locale).flat()
  const [first = date, last = date] = [days.at(0), days.at(-1)]
  return words.formatRange(first.toDate('UTC'), last.toDate('UTC'))
}

/** The date's name in full: 'Thursday, November 26, 2026'. */
export function nameOf(day: CalendarDate, locale: string): string {
  return new DateFormatter(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(day.toDate('UTC'))
}

interface Spanning {
  /** ISO. */
  start: string
  end: string
}

/**
 * Groups events by each of their days, as `2026-11-26`, in the order given; an event that lasts longer is on all its
 * days.
 */
export function byDay<Event extends Spanning>(events: readonly Event[], zone: string): Map<string, Event[]> {
  const found = new Map<string, Event[]>()
  for (const event of events) {
    const dayOf = (instant: number) => toCalendarDate(fromAbsolute(instant, zone))
    // An event that ends at midnight is not on the next day.
    const last = dayOf(Math.max(Date.parse(event.end) - 1, Date.parse(event.start)))
    for (let day = dayOf(Date.parse(event.start)); day.compare(last) <= 0; day = day.add({ days: 1 })) {
      const key = day.toString()
      found.set(key, [...(found.get(key) ?? []), event])
    }
  }
  return found
}
