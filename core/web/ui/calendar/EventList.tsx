import { TextLink } from '../actions/TextLink.tsx'
import type { CalendarEvent } from './calendarEvent.ts'
import { pageLocale } from '../../text.ts'
import * as styles from './EventList.css.ts'

interface EventListProps {
  events: readonly CalendarEvent[]
  zone: string
}

/** Events of a day, one below the other: when, what, where. */
export function EventList({ events, zone }: EventListProps) {
  return (
    <ul className={styles.list}>
      {events.map((event) => (
        <li key={event.id} className={styles.event}>
          <span className={styles.bar[event.tone]} aria-hidden="true" />
          <span className={styles.time}>
            <EventTime event={event} zone={zone} />
          </span>
          <span className={styles.words}>
            <span className={event.isCancelled ? styles.cancelled : styles.title}>
              {event.href ? <TextLink href={event.href}>{event.title}</TextLink> : event.title}
            </span>
            {event.details && <span className={styles.details}>{event.details}</span>}
          </span>
          {event.badge}
        </li>
      ))}
    </ul>
  )
}

function EventTime({ event: { start, end, when }, zone }: { event: CalendarEvent; zone: string }) {
  if (when) return <time dateTime={start}>{when}</time>
  const [from, to] = [new Date(start), new Date(end)]
  const isLong = to.getTime() - from.getTime() >= 24 * 3_600_000
  const words = new Intl.DateTimeFormat(pageLocale(), {
    ...(isLong && { month: 'short', day: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone,
  })
  return <time dateTime={start}>{words.formatRange(from, to)}</time>
}
