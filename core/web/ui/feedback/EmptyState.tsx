import type { ReactNode } from 'react'
import * as styles from './EmptyState.css.ts'

export interface EmptyStateProps {
  /** 20 to 24 px. */
  icon?: ReactNode
  title: string
  children?: ReactNode
  /** Action that fixes it, usually a button. */
  action?: ReactNode
}

/** Nothing here yet: says what would be here and how to begin. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={`${styles.state} ${styles.framed}`}>
      {icon && <div className={styles.icon}>{icon}</div>}
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.text}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
