import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Link } from 'react-aria-components/Link'
import * as card from './Card.css.ts'
import { Skeleton } from '../feedback/Skeleton.tsx'
import * as styles from './StatCard.css.ts'

export interface StatCardProps {
  label: string
  /** Figure that was counted; `undefined` while it loads. */
  value: ReactNode
  /** Course of the figure, as `Trend` shows it. */
  trend?: ReactNode
  /** Explanation of how it is counted: 'Active subscriptions, yearly ones divided by 12'. */
  help?: ReactNode
  /** Address of the list of the counted things. */
  href?: string
  /** Opens what is counted, in place of `href`. */
  onPress?: () => void
  icon?: ReactNode
}

/** One figure with its name and how it is counted; leads to what it counts. */
export function StatCard({ label, value, trend, help, href, onPress, icon }: StatCardProps) {
  const isPressed = href !== undefined || onPress !== undefined
  return (
    <div className={[card.card, card.padding.normal, styles.stat, isPressed && card.linked].filter(Boolean).join(' ')}>
      <div className={styles.top}>
        <span className={styles.label}>
          <Label label={label} href={href} onPress={onPress} />
        </span>
        {icon && <span className={styles.icon}>{icon}</span>}
      </div>
      <div className={styles.value}>{value === undefined ? <Skeleton width={96} height={32} /> : value}</div>
      {trend}
      {help && <div className={styles.help}>{help}</div>}
    </div>
  )
}

function Label({ label, href, onPress }: Pick<StatCardProps, 'label' | 'href' | 'onPress'>) {
  if (href !== undefined) {
    return (
      <Link href={href} className={card.titleLink}>
        {label}
      </Link>
    )
  }
  if (!onPress) return label
  return (
    <Button onPress={onPress} className={`${styles.button} ${card.titleLink}`}>
      {label}
    </Button>
  )
}

/** Stat cards in a row, two by two on phones. */
export function StatGrid({ children }: { children: ReactNode }) {
  return <div className={styles.grid}>{children}</div>
}
