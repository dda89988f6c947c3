import type { ReactNode } from 'react'
import * as styles from './Badge.css.ts'

export type BadgeTone = 'neutral' | 'accent' | 'green' | 'amber' | 'red' | 'blue' | 'purple'

/** A state in one word; the color only repeats it. `hasDot` for states that live, as Active. */
export function Badge({
  tone = 'neutral',
  hasDot,
  children,
}: {
  tone?: BadgeTone
  hasDot?: boolean
  children: ReactNode
}) {
  return (
    <span className={styles.tone[tone]}>
      {hasDot && <span className={styles.dot} aria-hidden="true" />}
      {children}
    </span>
  )
}
