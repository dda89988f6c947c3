import type { ReactNode } from 'react'
import { TextLink } from '../actions/TextLink.tsx'
import * as styles from './ItemRow.css.ts'

export interface ItemRowProps {
  title: ReactNode
  /** Below the title: what it is, how much. */
  about: ReactNode
  /** Target of the title. */
  href?: string
  /** Handle by which it is dragged. */
  handle?: ReactNode
  /** Its place in the list, from 1. */
  number?: number | undefined
  /** Badges, and a MenuButton last. */
  children?: ReactNode
}

/** One thing in a list that people put in order: on one line, or on more where there is no room. */
export function ItemRow({ title, about, href, handle, number, children }: ItemRowProps) {
  return (
    <div className={styles.row}>
      {handle}
      {number !== undefined && <span className={styles.number}>{number}</span>}
      <span className={styles.words}>
        {href ? (
          <TextLink href={href} className={styles.title}>
            {title}
          </TextLink>
        ) : (
          <span className={styles.title}>{title}</span>
        )}
        <span className={styles.about}>{about}</span>
      </span>
      {children}
    </div>
  )
}
