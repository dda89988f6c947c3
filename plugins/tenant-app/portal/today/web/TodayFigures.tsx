import { Card } from '#core/web/ui/layout/Card.tsx'
import * as styles from './Today.css.ts'
import { useTodayMeetings } from './useTodayMeetings.ts'

/** Sums up the meetings of today and tomorrow. */
export function TodayFigures() {
  const { meetings } = useTodayMeetings()
  if (!meetings || meetings.length === 0) return null
  const expected = meetings.reduce((sum, { registered }) => sum + registered, 0)
  const unmarked = meetings.reduce((sum, one) => sum + one.unmarked, 0)
  const figures = { Sessions: meetings.length, Places: expected, Marked: expected - unmarked, 'Not marked': unmarked }
  return (
    <Card title="In figures">
      <div className={styles.figures}>
        {Object.entries(figures).map(([label, value]) => (
          <span key={label} className={styles.figure}>
            <span className={styles.number}>{value}</span>
            {label}
          </span>
        ))}
      </div>
    </Card>
  )
}
