import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
} from 'react-aria-components/Calendar'
import * as fieldStyles from './Field.css.ts'
import * as styles from './DayPicker.css.ts'

/** One month of days to choose from, inside a date picker. */
export function DayPicker() {
  return (
    <Calendar className={styles.calendar}>
      <header className={styles.header}>
        <Button slot="previous" className={fieldStyles.insideButton}>
          <ChevronLeft size={16} aria-hidden />
        </Button>
        <CalendarHeading className={styles.month} />
        <Button slot="next" className={fieldStyles.insideButton}>
          <ChevronRight size={16} aria-hidden />
        </Button>
      </header>
      <CalendarGrid>
        <CalendarGridHeader>
          {(day) => <CalendarHeaderCell className={styles.weekday}>{day}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>{(date) => <CalendarCell date={date} className={styles.day} />}</CalendarGridBody>
      </CalendarGrid>
    </Calendar>
  )
}
