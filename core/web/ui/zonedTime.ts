/** The zone of this browser, as `Europe/Berlin`. */
export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Minutes that `zone` is ahead of UTC at an instant (milliseconds). */
function offsetMinutes(instant: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value)
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return Math.round((wall - Math.floor(instant / 1000) * 1000) / 60_000)
}

/** An ISO instant as the wall clock of `zone` shows it: `2026-03-29T09:30`; empty for an invalid one. */
export function toWallTime(iso: string, zone: string): string {
  const instant = Date.parse(iso)
  if (Number.isNaN(instant)) return ''
  return new Date(instant + offsetMinutes(instant, zone) * 60_000).toISOString().slice(0, 16)
}

/**
 * The instant, as ISO in UTC, at which the wall clock of `zone` shows `wall` (`2026-03-29T09:30`).
 * Of an hour that comes twice, the first; an hour that is skipped moves forward by the gap. Empty for an invalid one.
 */
export function fromWallTime(wall: string, zone: string): string {
  const asUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(wall) ? Date.parse(`${wall.slice(0, 16)}Z`) : Number.NaN
  if (Number.isNaN(asUtc)) return ''
  // The offsets a day before and after are the only candidates; the clock changes at most once between them.
  const before = offsetMinutes(asUtc - 86_400_000, zone)
  const after = offsetMinutes(asUtc + 86_400_000, zone)
  const matching = [before, after].find((offset) => offsetMinutes(asUtc - offset * 60_000, zone) === offset)
  return new Date(asUtc - (matching ?? before) * 60_000).toISOString()
}

/** The zone's short name at an instant, as `CET` or `GMT+2`. */
export function zoneName(zone: string, instant: number | Date = Date.now()): string {
  const parts = new Intl.DateTimeFormat(undefined, { timeZone: zone, timeZoneName: 'short' }).formatToParts(instant)
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? zone
}
