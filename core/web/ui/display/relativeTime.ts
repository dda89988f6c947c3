const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** `then` seen from `now` (both milliseconds), as '3 hours ago', 'yesterday' or 'in 2 weeks'; within a minute 'now'. */
export function relativeTime(then: number, now: number, locale?: string): string {
  const seconds = (then - now) / 1000
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', Number.POSITIVE_INFINITY]
  return format.format(Math.trunc(seconds / size), unit)
}
