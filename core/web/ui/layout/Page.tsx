import { useContext, useEffect } from 'react'
import type { ReactNode } from 'react'
import * as styles from './Page.css.ts'
import { ProductNameContext } from '../theme/product.ts'

export interface PageProps {
  /** The h1, and the tab's title as '<title> · <product>'. */
  title: string
  /** One line, where it earns its place. */
  help?: ReactNode
  /** The primary action and its neighbours, on the right. */
  actions?: ReactNode
  /** Breadcrumbs: where this belongs. */
  above?: ReactNode
  /** 760 px wide, for forms and reading. */
  isNarrow?: boolean
  children: ReactNode
}

/** A screen inside the shell. */
export function Page({ title, help, actions, above, isNarrow, children }: PageProps) {
  const product = useContext(ProductNameContext)
  useEffect(() => {
    document.title = `${title} · ${product}`
  }, [title, product])
  return (
    <div className={isNarrow ? `${styles.page} ${styles.narrow}` : styles.page}>
      <header className={styles.header}>
        <div className={styles.titles}>
          {above && <div className={styles.above}>{above}</div>}
          <h1 className={styles.title}>{title}</h1>
          {help && <p className={styles.help}>{help}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}
