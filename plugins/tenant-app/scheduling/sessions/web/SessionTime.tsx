interface SessionTimeProps {
  /** ISO. */
  start: string
  end: string
  /** IANA; named behind the time. */
  zone: string
  /** Leaves the day out of a session of one day, where the day stands above. */
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
