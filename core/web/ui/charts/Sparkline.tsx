import * as styles from './Sparkline.css.ts'

const WIDTH = 64
const HEIGHT = 20
/** For the dot at the end. */
const EDGE = 3

/** Course of a figure, as small as a word; the text beside it says the same. */
function Sparkline({ points }: { points: readonly number[] }) {
  const low = Math.min(...points)
  const span = Math.max(...points) - low
  const x = (index: number) => EDGE + (index / Math.max(points.length - 1, 1)) * (WIDTH - 2 * EDGE)
  // One that did not change lies in the middle.
  const y = (value: number) => EDGE + (span === 0 ? 0.5 : 1 - (value - low) / span) * (HEIGHT - 2 * EDGE)
  const path = points.map((value, index) => `${index === 0 ? 'M' : 'L'}${x(index)} ${y(value)}`).join('')
  return (
    <svg aria-hidden width={WIDTH} height={HEIGHT} className={styles.drawing}>
      <path d={path} className={styles.line} />
      <circle cx={x(points.length - 1)} cy={y(points.at(-1) ?? 0)} r={2.5} className={styles.end} />
    </svg>
  )
}

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

/** Course of a figure: its line, and in words how much it rose or fell. */
export function Trend({ points, span, format = (amount) => amount.toLocaleString(), words }: TrendProps) {
  if (!points || points.length === 0) {
    // As large as the chart, so that the layout does not shift.
    return (
      <div className={`${styles.trend} ${styles.awaited}`}>
        <svg aria-hidden width={WIDTH} height={HEIGHT} className={styles.drawing} />
        <span>{words ?? `+00 in ${span}`}</span>
      </div>
    )
  }
  const change = (points.at(-1) ?? 0) - (points[0] ?? 0)
  const sign = change > 0 ? '+' : '−'
  return (
    <div className={styles.trend}>
      <Sparkline points={points} />
      <span>{words ?? (change === 0 ? `As ${span} ago` : `${sign}${format(Math.abs(change))} in ${span}`)}</span>
    </div>
  )
}
