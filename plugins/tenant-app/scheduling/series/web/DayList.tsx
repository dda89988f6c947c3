import * as styles from './series.css.ts'

/** Days shown of many; the rest is counted. */
const MAX_SHOWN = 6

/** Some days, and how many more there are. */
export function DayList({ days }: { days: readonly { key: string; words: string }[] }) {
  if (days.length === 0) return null
  return (
    <ul className={styles.days}>
      {days.slice(0, MAX_SHOWN).map(({ key, words }) => (
        <li key={key}>{words}</li>
      ))}
      {days.length > MAX_SHOWN && <li>and {days.length - MAX_SHOWN} more</li>}
    </ul>
  )
}
