import { pageLocale } from '../../text.ts'
import * as styles from './Trend.css.ts'

export interface TrendProps {
  /** Oldest first; `undefined` while they load. */
  points: readonly number[] | undefined
  /** The time from the first to the last of them: '30 days'. */
  span: string
  /** Formats an amount, without its sign. */
  format?: (amount: number) => string
  /** Text to show, where it is not the change from the first to the last of them. */
  words?: string
}

/** The change of a figure in words: '+3 in 30 days'. */
export function Trend({ points, span, format = (amount) => amount.toLocaleString(pageLocale()), words }: TrendProps) {
  // Takes the room of the text to come, so that nothing moves then.
  if (!points || points.length === 0) return <div className={styles.awaited}>{words ?? `+00 in ${span}`}</div>
  const change = (points.at(-1) ?? 0) - (points[0] ?? 0)
  const sign = change > 0 ? '+' : '−'
  return (
    <div className={styles.trend}>
      {words ?? (change === 0 ? `No change in ${span}` : `${sign}${format(Math.abs(change))} in ${span}`)}
    </div>
  )
}
