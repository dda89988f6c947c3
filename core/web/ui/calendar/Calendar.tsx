import { parseDate, today as todayIn } from '@internationalized/date'
import type { CalendarDate } from '@internationalized/date'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useLocale } from 'react-aria-components/I18nProvider'
import { t } from '../../text.ts'
import { Button } from '../actions/Button.tsx'
import { IconButton } from '../actions/IconButton.tsx'
import { Skeleton } from '../feedback/Skeleton.tsx'
import { Dialog, DialogBody } from '../overlays/Dialog.tsx'
import { media } from '../theme/theme.css.ts'
import { Agenda } from './Agenda.tsx'
import type { CalendarEvent } from './calendarEvent.ts'
import { byDay, nameOf, titleOf, turnView, weeksOf, type CalendarView } from './calendarDays.ts'
import * as styles from './Calendar.css.ts'
import { DayGrid } from './DayGrid.tsx'
import { EventList } from './EventList.tsx'
import { useMedia } from './useMedia.ts'

export interface CalendarProps {
  /** Names the whole: 'Sessions'. */
  label: string
  /** On phones every view is an agenda of the same days. */
  view: CalendarView
  /** The day that it is about, `2026-11-26`; it lives outside, as in the address. */
  date: string
  onDateChange: (date: string) => void
  /** IANA; whose days and times are shown. */
  zone: string
  /** Events of the span that `spanOf` returns; undefined while they load. */
  events: readonly CalendarEvent[] | undefined
  /** Noun of the things counted, for one and for many: `['session', 'sessions']`. */
  counted: readonly [string, string]
  /** Shown when an agenda is empty. */
  empty: ReactNode
}

/** Calendar of events by day: a month, a week, or an agenda; weeks begin on the locale's first day. */
export function Calendar({ label, view, date, onDateChange, zone, events, counted, empty }: CalendarProps) {
  const { locale } = useLocale()
  const isNarrow = useMedia(media.phone)
  const [cursor, move] = useCursor(date, onDateChange)
  const [opened, setOpened] = useState<CalendarDate | null>(null)
  const today = todayIn(zone)
  const weeks = weeksOf(view, cursor, locale)
  const onDays = byDay(events ?? [], zone)
  const shared = { events: onDays, today, locale, zone }
  const title = titleOf(view, cursor, locale)
  const inMonth = (day: CalendarDate) => view !== 'month' || day.month === cursor.month
  return (
    <section aria-label={label} className={styles.calendar}>
      <Head view={view} title={title} today={today} cursor={cursor} onMove={move} />
      {events === undefined ? (
        <Skeleton height={view === 'month' ? 600 : 320} />
      ) : isNarrow || view === 'agenda' ? (
        <Agenda days={weeks.flat().filter(inMonth)} empty={empty} {...shared} />
      ) : (
        <DayGrid
          {...shared}
          label={`${label}, ${title}`}
          weeks={weeks}
          cursor={cursor}
          month={view === 'month' ? cursor.month : null}
          most={view === 'month' ? 3 : 12}
          counted={counted}
          onMove={move}
          onOpen={setOpened}
        />
      )}
      <Dialog
        title={opened ? nameOf(opened, locale) : ''}
        isOpen={opened !== null}
        onOpenChange={(isOpen) => !isOpen && setOpened(null)}
      >
        <DialogBody>
          <OpenDay events={onDays.get(opened?.toString() ?? '') ?? []} zone={zone} counted={counted[1]} />
        </DialogBody>
      </Dialog>
    </section>
  )
}

function OpenDay({ events, zone, counted }: { events: readonly CalendarEvent[]; zone: string; counted: string }) {
  if (events.length === 0) return <p className={styles.nothing}>{t('No {counted} on this day.', { counted })}</p>
  return <EventList events={events} zone={zone} />
}

interface HeadProps {
  view: CalendarView
  title: string
  today: CalendarDate
  cursor: CalendarDate
  onMove: (to: CalendarDate) => void
}

const turns = { month: 'month', week: 'week', agenda: '4 weeks' }

function Head({ view, title, today, cursor, onMove }: HeadProps) {
  return (
    <div className={styles.head}>
      <h2 className={styles.title} aria-live="polite">
        {title}
      </h2>
      <div className={styles.turns}>
        <IconButton
          label={t('Previous {value}', { value: turns[view] })}
          variant="secondary"
          onPress={() => onMove(turnView(view, cursor, -1))}
        >
          <ChevronLeft size={16} aria-hidden />
        </IconButton>
        <Button onPress={() => onMove(today)}>{t('Today')}</Button>
        <IconButton
          label={t('Next {value}', { value: turns[view] })}
          variant="secondary"
          onPress={() => onMove(turnView(view, cursor, 1))}
        >
          <ChevronRight size={16} aria-hidden />
        </IconButton>
      </div>
    </div>
  )
}

/** The day that keys move. It is ahead of the one outside, which follows when the address has changed. */
function useCursor(date: string, onDateChange: (date: string) => void) {
  const [ahead, setAhead] = useState<string | null>(null)
  if (ahead === date) setAhead(null)
  const move = (to: CalendarDate) => {
    setAhead(to.toString())
    onDateChange(to.toString())
  }
  return [parseDate(ahead ?? date), move] as const
}
