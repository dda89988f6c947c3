import { useContext, useEffect } from 'react'
import type { ReactNode } from 'react'
import { ProductNameContext } from '../ui/theme/product.ts'
import * as styles from './StatusScreen.css.ts'

interface StatusScreenProps {
  title: string
  icon: ReactNode
  children: ReactNode
  /** Buttons and links that lead on. */
  actions?: ReactNode
}

/** A whole page with one message, shown instead of what was asked for. */
export function StatusScreen({ title, icon, children, actions }: StatusScreenProps) {
  const product = useContext(ProductNameContext)
  useEffect(() => {
    document.title = `${title} · ${product}`
  }, [title, product])
  return (
    <main className={styles.screen}>
      <div className={styles.card}>
        <div className={styles.icon}>{icon}</div>
        <h1 className={styles.title}>{title}</h1>
        <div className={styles.text}>{children}</div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </main>
  )
}
