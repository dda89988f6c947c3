import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import * as styles from './Banner.css.ts'

export type BannerTone = 'info' | 'success' | 'warn' | 'error'

const icons = { info: Info, success: CircleCheck, warn: TriangleAlert, error: CircleAlert }

export interface BannerProps {
  tone?: BannerTone
  title?: string
  children?: ReactNode
  /** A button or link at the end. */
  action?: ReactNode
}

/** Something to know about this page or form. Errors and warnings are announced when they appear. */
export function Banner({ tone = 'info', title, children, action }: BannerProps) {
  const Icon = icons[tone]
  return (
    <div className={styles.tone[tone]} role={tone === 'error' ? 'alert' : 'status'}>
      <Icon size={16} aria-hidden className={styles.icon[tone]} />
      <div className={styles.body}>
        {title && <div className={styles.title}>{title}</div>}
        {children}
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
