import type { ReactNode } from 'react'
import * as styles from './Toolbar.css.ts'

/** Search and filters over a list; `end` holds buttons on the right. Fields here hide their labels. */
export function Toolbar({ label, children, end }: { label: string; children: ReactNode; end?: ReactNode }) {
  return (
    <div role="group" aria-label={label} className={styles.toolbar}>
      {children}
      {end && <div className={styles.end}>{end}</div>}
    </div>
  )
}
