import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Link } from 'react-aria-components/Link'
import { Skeleton } from '../feedback/Skeleton.tsx'
import * as styles from './StatCard.css.ts'

export interface StatCardProps {
  label: string
  /** Figure that was counted; `undefined` while it loads. */
  value: ReactNode
  /** Change of the figure, as `Trend` shows it. */
  trend?: ReactNode
  /** Explanation of how it is counted: 'Active subscriptions, yearly ones divided by 12'. */
  help?: ReactNode
  /** Address of the list of the counted things. */
  href?: string
  /** Opens what is counted, in place of `href`. */
  onPress?: () => void
}

/** One figure with its name and how it is counted; leads to what it counts. A child of StatGrid. */
export function StatCard({ label, value, trend, help, href, onPress }: StatCardProps) {
  const isPressed = href !== undefined || onPress !== undefined
  return (
    <div className={isPressed ? `${styles.stat} ${styles.pressable}` : styles.stat}>
      <div className={styles.label}>
        <Label label={label} href={href} onPress={onPress} />
      </div>
      <div className={styles.line}>
        <div className={styles.value}>{value === undefined ? <Skeleton width={72} height={24} /> : value}</div>
        {trend}
      </div>
      {help && <div className={styles.help}>{help}</div>}
    </div>
  )
}

function Label({ label, href, onPress }: Pick<StatCardProps, 'label' | 'href' | 'onPress'>) {
  if (href !== undefined) {
    return (
      <Link href={href} className={styles.cover}>
        {label}
      </Link>
    )
  }
  if (!onPress) return label
  return (
    <Button onPress={onPress} className={styles.cover}>
      {label}
    </Button>
  )
}

/** A strip of stat cards, two to a row on phones. */
export function StatGrid({ children }: { children: ReactNode }) {
  return <div className={styles.grid}>{children}</div>
}
