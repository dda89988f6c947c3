import type { ReactNode } from 'react'
import * as styles from './Facts.css.ts'

/** Facts about a thing, a line each: its name and its value. */
export function Facts({ facts }: { facts: readonly (readonly [term: string, detail: ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([term, detail]) => (
        <div key={term} className={styles.fact}>
          <dt className={styles.term}>{term}</dt>
          <dd className={styles.detail}>{detail}</dd>
        </div>
      ))}
    </dl>
  )
}
