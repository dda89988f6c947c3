import { endOfWeek, startOfWeek } from '@internationalized/date'
import type { CalendarDate } from '@internationalized/date'
import { useLayoutEffect, useRef, type KeyboardEvent } from 'react'
import type { CalendarEvent } from './calendarEvent.ts'
import { DayCell } from './DayCell.tsx'
import * as styles from './DayGrid.css.ts'

interface DayGridProps {
  label: string
  weeks: readonly (readonly CalendarDate[])[]
  events: ReadonlyMap<string, readonly CalendarEvent[]>
  cursor: CalendarDate
  today: CalendarDate
  locale: string
  zone: string
  /** Days of other months stand back; null where all days are of the view. */
  month: number | null
  /** Shown on a day before the others fold. */
  most: number
  /** Noun of the things counted, for one and for many: `['session', 'sessions']`. */
  counted: readonly [string, string]
  onMove: (to: CalendarDate) => void
  onOpen: (day: CalendarDate) => void
}

/**
 * Days in weeks, by the ARIA pattern of a grid: one day is in the order of Tab, arrows move by days and weeks, Home and
 * End to the ends of the week, Page Up and Page Down by months, with Shift by years, and Enter opens the day.
 */
export function DayGrid(props: DayGridProps) {
  const { label, weeks, cursor, locale, onMove } = props
  const table = useRef<HTMLTableElement>(null)
  // The day that was moved to may be of a month that is only drawn now.
  const isMoving = useRef(false)
  const at = cursor.toString()
  useLayoutEffect(() => {
    if (!isMoving.current) return
    isMoving.current = false
    table.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus()
  }, [at])

  const press = (event: KeyboardEvent<HTMLTableElement>) => {
    if (!(event.target instanceof HTMLElement) || !event.target.dataset['day']) return
    const to = moveOf(event, cursor, locale)
    if (!to) return
    event.preventDefault()
    isMoving.current = true
    onMove(to)
  }
  const weekday = (style: 'long' | 'short') => new Intl.DateTimeFormat(locale, { weekday: style, timeZone: 'UTC' })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- what makes a table a grid of ARIA
    <table ref={table} role="grid" aria-label={label} className={styles.grid} onKeyDown={press}>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day.toString()} scope="col" className={styles.weekday}>
              <abbr title={weekday('long').format(day.toDate('UTC'))} className={styles.abbreviation}>
                {weekday('short').format(day.toDate('UTC'))}
              </abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]?.toString()}>
            {week.map((day) => (
              <DayCell key={day.toString()} day={day} {...props} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Day to which a key moves from a day; undefined for keys that move nowhere. */
function moveOf(
  { key, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent,
  from: CalendarDate,
  locale: string,
): CalendarDate | undefined {
  if (ctrlKey || altKey || metaKey) return undefined
  const page = shiftKey ? { years: 1 } : { months: 1 }
  switch (key) {
    case 'ArrowLeft':
      return from.subtract({ days: 1 })
    case 'ArrowRight':
      return from.add({ days: 1 })
    case 'ArrowUp':
      return from.subtract({ weeks: 1 })
    case 'ArrowDown':
      return from.add({ weeks: 1 })
    case 'Home':
      return startOfWeek(from, locale)
    case 'End':
      return endOfWeek(from, locale)
    case 'PageUp':
      return from.subtract(page)
    case 'PageDown':
      return from.add(page)
    default:
      return undefined
  }
}
