import { pageLocale } from '../../text.ts'

/** Parts of a point in time that are shown. */
export type TimeShape = 'date-time' | 'date' | 'time'

const date = { year: 'numeric', month: 'short', day: 'numeric' } as const
const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const

const shapes: Record<TimeShape, Intl.DateTimeFormatOptions> = { 'date-time': { ...date, ...time }, date, time }

/** A point in time by the clock of a zone. A time of day names its zone: `Nov 21, 2026, 9:00 AM EST`; a date has none. */
export function timeText(instant: Date, zone: string, shape: TimeShape = 'date-time'): string {
  return new Intl.DateTimeFormat(pageLocale(), { ...shapes[shape], timeZone: zone }).format(instant)
}
