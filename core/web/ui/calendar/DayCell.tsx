import type { CalendarDate } from '@internationalized/date'
import { Link } from 'react-aria-components/Link'
import { pageLocale, t } from '../../text.ts'
import type { CalendarEvent } from './calendarEvent.ts'
import { nameOf } from './calendarDays.ts'
import * as styles from './DayCell.css.ts'

interface DayCellProps {
  day: CalendarDate
  events: ReadonlyMap<string, readonly CalendarEvent[]>
  cursor: CalendarDate
  today: CalendarDate
  locale: string
  zone: string
  month: number | null
  most: number
  counted: readonly [string, string]
  onMove: (to: CalendarDate) => void
  onOpen: (day: CalendarDate) => void
}

/**
 * A day of a grid: a button that opens it, and what is on it, for pointers and for screen readers that read on. Users of
 * keys alone open the day, whose list has all of it.
 */
export function DayCell({
  day,
  events,
  cursor,
  today,
  locale,
  zone,
  month,
  most,
  counted,
  onMove,
  onOpen,
}: DayCellProps) {
  const here = events.get(day.toString()) ?? []
  const isToday = day.compare(today) === 0
  // A line of '+ 1 more' would take the room of the one.
  const shown = here.length > most + 1 ? here.slice(0, most) : here
  const count = here.length === 0 ? '' : `, ${here.length} ${counted[here.length === 1 ? 0 : 1]}`
  const open = () => {
    if (day.compare(cursor) !== 0) onMove(day)
    onOpen(day)
  }
  return (
    <td className={month === null ? styles.roomy : day.month === month ? styles.day : styles.elsewhere}>
      <button
        type="button"
        data-day={day.toString()}
        tabIndex={day.compare(cursor) === 0 ? 0 : -1}
        aria-label={`${nameOf(day, locale)}${isToday ? t(', today') : ''}${count}`}
        aria-current={isToday ? 'date' : undefined}
        className={isToday ? styles.today : styles.number}
        onClick={open}
      >
        {day.day}
      </button>
      <ul className={styles.events}>
        {shown.map((event) => (
          <li key={event.id}>
            <Chip event={event} zone={zone} isBegun={!event.when && !startsOn(event, day, zone)} onOpen={open} />
          </li>
        ))}
      </ul>
      {here.length > shown.length && (
        <button type="button" tabIndex={-1} className={styles.more} onClick={open}>
          {t('+ {count} more', { count: here.length - shown.length })}
        </button>
      )}
    </td>
  )
}

interface ChipProps {
  event: CalendarEvent
  zone: string
  /** On a day before, by the clock of that day. */
  isBegun: boolean
  onOpen: () => void
}

function Chip({ event: { title, start, tone, isCancelled, details, href }, zone, isBegun, onOpen }: ChipProps) {
  const time = new Intl.DateTimeFormat(pageLocale(), { hour: 'numeric', minute: '2-digit', timeZone: zone })
  const words = (
    <>
      <span className={styles.time}>{isBegun ? '…' : time.format(new Date(start))}</span>
      <span className={isCancelled ? styles.struck : styles.title}>{title}</span>
      {details && <span className={styles.details}>{details}</span>}
    </>
  )
  if (!href) {
    return (
      <button type="button" tabIndex={-1} className={styles.chip[tone]} onClick={onOpen}>
        {words}
      </button>
    )
  }
  // In the order of Tab is the day alone.
  return (
    <Link
      href={href}
      className={styles.chip[tone]}
      render={(props) =>
        'href' in props ? (
          <a {...props} tabIndex={-1}>
            {props.children}
          </a>
        ) : (
          <span {...props} />
        )
      }
    >
      {words}
    </Link>
  )
}

const startsOn = ({ start }: CalendarEvent, day: CalendarDate, zone: string) =>
  Date.parse(start) >= day.toDate(zone).getTime()
