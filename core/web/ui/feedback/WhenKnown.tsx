import type { ReactNode } from 'react'
import { Skeleton } from './Skeleton.tsx'
import * as styles from './WhenKnown.css.ts'

interface WhenKnownProps {
  /** True once everything that decides the height of a part has been answered. */
  isKnown: boolean
  children: ReactNode
}

/** Parts that are shown at once, when their heights are known, so that none moves another. They load meanwhile. */
export function WhenKnown({ isKnown, children }: WhenKnownProps) {
  return (
    <>
      {!isKnown && <Skeleton height={320} />}
      <div className={isKnown ? styles.shown : styles.awaited}>{children}</div>
    </>
  )
}
