interface SessionTimeProps {
  /** ISO time. */
  start: string
  end: string
  /** IANA; named behind the time where this device's clock shows another one. */
  zone: string
  /** True to omit the day of a one-day session, where a heading has it. */
  isOfDay?: boolean | undefined
}

/** Hours beyond which a session that ends on a later day has several days, and not one evening (as its meetings do). */
const LONGEST_DAY_HOURS = 16

/** Shows a session's time: 'Mon, Mar 1, 10:00 – 11:30 AM'; of several days 'Mon, Mar 1 – Fri, Mar 5, 9:00 AM – 4:00 PM'. */
export function SessionTime({ start, end, zone, isOfDay = false }: SessionTimeProps) {
  return (
    <time dateTime={start} title={zone.replaceAll('_', ' ')}>
      {sessionTimeText(new Date(start), new Date(end), { zone, isOfDay })}
    </time>
  )
}

interface Options {
  zone: string
  isOfDay?: boolean
  /** Days of its year are written without the year. */
  now?: Date
  /** IANA; by default the device's. */
  deviceZone?: string
}

/** Formats the days and the clock of a session; both once, where it has the same clock on each of several days. */
export function sessionTimeText(
  start: Date,
  end: Date,
  { zone, isOfDay = false, now = new Date(), deviceZone }: Options,
): string {
  const numbers = (moment: Date) => partsIn(moment, zone)
  const [first, last] = [numbers(start), numbers(end)]
  const isSameDay = first.day === last.day
  const hasYear = [first, last].some(({ day }) => !day.startsWith(numbers(now).day.slice(0, 4)))
  const day: Intl.DateTimeFormatOptions = {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    ...(hasYear && { year: 'numeric' }),
  }
  const isElsewhere =
    partsIn(start, deviceZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone).clock !== first.clock
  const clock: Intl.DateTimeFormatOptions = {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone,
    ...(isElsewhere && { timeZoneName: 'short' }),
  }
  const hours = (end.getTime() - start.getTime()) / 3_600_000
  if (isSameDay || hours <= LONGEST_DAY_HOURS || last.clock <= first.clock) {
    return new Intl.DateTimeFormat(undefined, { ...(isOfDay && isSameDay ? {} : day), ...clock }).formatRange(
      start,
      end,
    )
  }
  const days = new Intl.DateTimeFormat(undefined, { ...day, timeZone: zone }).formatRange(start, end)
  const times = new Intl.DateTimeFormat(undefined, clock).formatRange(start, onDayOf(start, first.clock, last.clock))
  return `${days}, ${times}`
}

/** A day and a clock that compare as texts: '2027-03-01' and '09:30'. */
function partsIn(moment: Date, timeZone: string): { day: string; clock: string } {
  // Swedish is the language that writes dates as ISO does.
  const [day = '', clock = ''] = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short', timeZone })
    .format(moment)
    .split(' ')
  return { day, clock }
}

/** The moment of another clock on the day of `start`; sessions are not held while clocks change. */
function onDayOf(start: Date, clock: string, other: string): Date {
  const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))
  return new Date(start.getTime() + (minutes(other) - minutes(clock)) * 60_000)
}
