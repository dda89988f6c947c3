interface SessionTimeProps {
  /** ISO time. */
  start: string
  end: string
  /** IANA zone, shown after the time. */
  zone: string
  /** True to omit the day of a one-day session, where a heading has it. */
  isOfDay?: boolean | undefined
}

const day = { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' } as const

/** Shows a session's time: 'Mon, Mar 1, 2027, 10:00 – 11:30 AM EST'. */
export function SessionTime({ start, end, zone, isOfDay = false }: SessionTimeProps) {
  const words = new Intl.DateTimeFormat(undefined, {
    ...(isOfDay && isSameDay(start, end, zone) ? {} : day),
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: zone,
  })
  return (
    <time dateTime={start} title={zone.replaceAll('_', ' ')}>
      {words.formatRange(new Date(start), new Date(end))}
    </time>
  )
}

function isSameDay(start: string, end: string, zone: string): boolean {
  const words = new Intl.DateTimeFormat('en', { dateStyle: 'short', timeZone: zone })
  return words.format(new Date(start)) === words.format(new Date(end))
}
