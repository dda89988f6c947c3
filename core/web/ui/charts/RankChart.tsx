import { Link } from 'react-aria-components/Link'
import * as styles from './RankChart.css.ts'

export interface RankChartProps {
  /** Names the list for screen readers. */
  label: string
  /** From top to bottom. `share` is the bar's length in per cent, 0 to 100. */
  rows: readonly { id: string; name: string; value: string; share: number; href?: string }[]
  tone?: 'accent' | 'amber'
}

/** Things side by side as bars that lie, each with its name and figure on it. */
export function RankChart({ label, rows, tone = 'accent' }: RankChartProps) {
  return (
    <ul aria-label={label} className={styles.list}>
      {rows.map(({ id, name, value, share, href }) => (
        <li key={id} className={styles.row}>
          <span className={styles.words}>
            {href ? (
              <Link href={href} className={styles.link}>
                {name}
              </Link>
            ) : (
              <span className={styles.name}>{name}</span>
            )}
            <span className={styles.value}>{value}</span>
          </span>
          <svg width="100%" height={8} aria-hidden className={styles.track}>
            <rect width={`${Math.min(Math.max(share, 0), 100)}%`} height={8} rx={4} className={styles.bar[tone]} />
          </svg>
        </li>
      ))}
    </ul>
  )
}
