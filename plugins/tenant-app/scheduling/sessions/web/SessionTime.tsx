interface SessionTimeProps {
  /** ISO. */
  start: string
  end: string
  /** IANA; named behind the time. */
  zone: string
  /** Leaves the day out, where it stands above. */
  isOfDay?: boolean | undefined
}

const daily = { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' } as const

/** Shows a session's time: 'Mon, Mar 1, 2027, 10:00 – 11:30 AM EST'. */
export function SessionTime({ start, end, zone, isOfDay = false }: SessionTimeProps) {
  const words = new Intl.DateTimeFormat(undefined, {
    ...(isOfDay ? {} : daily),
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
