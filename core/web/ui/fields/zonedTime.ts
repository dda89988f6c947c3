import { pageLocale } from '../../text.ts'
import { fromAbsolute, parseDateTime, toCalendarDateTime, toZoned } from '@internationalized/date'

/** An ISO instant as the wall clock of `zone` shows it: `2026-03-29T09:30`; empty for an invalid one. */
export function toWallTime(iso: string, zone: string): string {
  const instant = Date.parse(iso)
  if (Number.isNaN(instant)) return ''
  return toCalendarDateTime(fromAbsolute(instant, zone)).toString().slice(0, 16)
}

/**
 * Converts a wall time of `zone` (`2026-03-29T09:30`) to its instant, as ISO in UTC.
 * An hour that comes twice counts as the first; an hour that is skipped moves forward by the gap. Empty for an invalid
 * one.
 */
export function fromWallTime(wall: string, zone: string): string {
  try {
    return toZoned(parseDateTime(wall.slice(0, 16)), zone, 'compatible').toAbsoluteString()
  } catch {
    return ''
  }
}

/** The zone's short name at an instant, as `CET` or `GMT+2`. */
export function zoneName(zone: string, instant: number | Date = Date.now()): string {
  const parts = new Intl.DateTimeFormat(pageLocale(), { timeZone: zone, timeZoneName: 'short' }).formatToParts(instant)
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? zone
}
