import * as styles from './series.css.ts'

/** Maximum number of listed days; the rest are counted. */
const MAX_SHOWN = 6

/** Lists days, and the number of further ones. */
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
