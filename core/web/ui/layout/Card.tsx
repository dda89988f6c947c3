import type { ReactNode } from 'react'
import { Link } from 'react-aria-components/Link'
import * as styles from './Card.css.ts'

export interface CardProps {
  title?: ReactNode
  /** The title's level in the page; 2 unless said otherwise. */
  level?: 2 | 3 | 4
  help?: ReactNode
  /** Badges, a MenuButton or a button at the top right. */
  actions?: ReactNode
  /** Target of the whole card; needs a title. */
  href?: string
  /** Inactive things. */
  isDimmed?: boolean
  /** Without padding, for a table or list inside. */
  isFlush?: boolean
  children?: ReactNode
}

/** A surface for one thing. With `href` all of it is the link, except the actions. */
export function Card({ title, level = 2, help, actions, href, isDimmed, isFlush, children }: CardProps) {
  const Title = `h${level}` as const
  const classes = [
    styles.card,
    styles.padding[isFlush ? 'none' : 'normal'],
    href && styles.linked,
    isDimmed && styles.dimmed,
  ]
  return (
    <div className={classes.filter(Boolean).join(' ')}>
      {(title || actions) && (
        <div className={styles.header}>
          <div className={styles.titles}>
            {title && (
              <Title className={styles.title}>
                {href ? (
                  <Link href={href} className={styles.titleLink}>
                    {title}
                  </Link>
                ) : (
                  title
                )}
              </Title>
            )}
            {help && <div className={styles.help}>{help}</div>}
          </div>
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
      {children}
    </div>
  )
}
