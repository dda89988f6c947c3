import type { ReactNode } from 'react'
import * as styles from './VisuallyHidden.css.ts'

/** Text for screen readers alone. `role="status"` announces it when it changes. */
export function VisuallyHidden({ children, role }: { children: ReactNode; role?: 'status' | 'alert' }) {
  return (
    <span className={styles.hidden} role={role}>
      {children}
    </span>
  )
}
