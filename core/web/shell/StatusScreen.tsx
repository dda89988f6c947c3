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
  /** Beside the navigation, whose frame has the landmark of the page. */
  isInFrame?: boolean
}

/** One message, shown instead of what was asked for. */
export function StatusScreen({ title, icon, children, actions, isInFrame }: StatusScreenProps) {
  const product = useContext(ProductNameContext)
  useEffect(() => {
    document.title = `${title} · ${product}`
  }, [title, product])
  const Screen = isInFrame ? 'div' : 'main'
  return (
    <Screen className={isInFrame ? styles.inFrame : styles.screen}>
      <div className={styles.card}>
        <div className={styles.icon}>{icon}</div>
        <h1 className={styles.title}>{title}</h1>
        <div className={styles.text}>{children}</div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </Screen>
  )
}
