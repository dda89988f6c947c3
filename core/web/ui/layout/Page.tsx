import { useContext, useEffect } from 'react'
import type { ReactNode } from 'react'
import { t } from '../../text.ts'
import { MenuButton } from '../actions/MenuButton.tsx'
import type { MenuEntry } from '../actions/MenuButton.tsx'
import * as styles from './Page.css.ts'
import { ProductNameContext } from '../theme/product.ts'

export interface PageProps {
  /** The h1, and the tab's title as '<title> · <product>'. */
  title: string
  /** One line, where it earns its place. */
  help?: ReactNode
  /** The primary action alone, on the right, and what the specification has as a button. */
  actions?: ReactNode
  /** The secondary actions, in a menu after the primary one; what destroys comes last. */
  more?: readonly MenuEntry[]
  /** Breadcrumbs: where this belongs. */
  above?: ReactNode
  /** 760 px wide, for forms and reading. */
  isNarrow?: boolean
  /** On phones the head is low: one line for the title, and no crumbs. */
  isDense?: boolean
  children: ReactNode
}

/** A screen inside the shell. */
export function Page({ title, help, actions, more = [], above, isNarrow, isDense, children }: PageProps) {
  const product = useContext(ProductNameContext)
  useEffect(() => {
    document.title = `${title} · ${product}`
  }, [title, product])
  return (
    <div className={[styles.page, isNarrow && styles.narrow, isDense && styles.dense].filter(Boolean).join(' ')}>
      <header className={styles.header}>
        <div className={styles.titles}>
          {above && <div className={styles.above}>{above}</div>}
          <h1 className={styles.title}>{title}</h1>
          {help && <p className={styles.help}>{help}</p>}
        </div>
        {(actions || more.length > 0) && (
          <div className={styles.actions}>
            {actions}
            {more.length > 0 && <MenuButton label={t('More actions')} items={more} />}
          </div>
        )}
      </header>
      {children}
    </div>
  )
}
