interface SessionTimeProps {
  /** ISO. */
  start: string
  end: string
  /** IANA; named behind the time. */
  zone: string
}

/** Shows a session's time: 'Mon, Mar 1, 2027, 10:00 – 11:30 AM EST'. */
export function SessionTime({ start, end, zone }: SessionTimeProps) {
  const words = new Intl.DateTimeFormat(undefined, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
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
