import * as styles from './series.css.ts'

/** Days shown of many; the rest is counted. */
const SHOWN = 6

/** Some days, and how many more there are. */
export function DayList({ days }: { days: readonly { key: string; words: string }[] }) {
  if (days.length === 0) return null
  return (
    <ul className={styles.days}>
      {days.slice(0, SHOWN).map(({ key, words }) => (
        <li key={key}>{words}</li>
      ))}
      {days.length > SHOWN && <li>and {days.length - SHOWN} more</li>}
    </ul>
  )
}
