import type { CalendarDate } from '@internationalized/date'
import { useId, type ReactNode } from 'react'
import { t } from '../../text.ts'
import type { CalendarEvent } from './calendarEvent.ts'
import { nameOf } from './calendarDays.ts'
import { EventList } from './EventList.tsx'
import * as styles from './Agenda.css.ts'

interface AgendaProps {
  days: readonly CalendarDate[]
  events: ReadonlyMap<string, readonly CalendarEvent[]>
  today: CalendarDate
  locale: string
  zone: string
  /** Shown when none of the days has anything. */
  empty: ReactNode
}

/** The days that have something, one below the other. */
export function Agenda({ days, events, empty, ...rest }: AgendaProps) {
  const busy = days.filter((day) => events.has(day.toString()))
  if (busy.length === 0) return empty
  return (
    <div className={styles.agenda}>
      {busy.map((day) => (
        <Day key={day.toString()} day={day} events={events.get(day.toString()) ?? []} {...rest} />
      ))}
    </div>
  )
}

interface DayProps extends Pick<AgendaProps, 'today' | 'locale' | 'zone'> {
  day: CalendarDate
  events: readonly CalendarEvent[]
}

function Day({ day, events, today, locale, zone }: DayProps) {
  const id = useId()
  const isToday = day.compare(today) === 0
  return (
    <section aria-labelledby={id} className={styles.day}>
      <h3 id={id} className={styles.name} aria-current={isToday ? 'date' : undefined}>
        {nameOf(day, locale)}
        {isToday && <span className={styles.today}>{t('Today')}</span>}
      </h3>
      <EventList events={events} zone={zone} />
    </section>
  )
}
