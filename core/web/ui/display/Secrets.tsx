import * as styles from './Secrets.css.ts'

export interface Secret {
  label: string
  value: string
  /** Set apart and in letters that cannot be mistaken for each other. */
  isSecret?: boolean
}

/** Secrets that a user has to write down or pass on, easy to read and to select. */
export function Secrets({ label, entries }: { label: string; entries: readonly Secret[] }) {
  return (
    <dl className={styles.list} aria-label={label}>
      {entries.map(({ label, value, isSecret }) => (
        <div key={label} className={styles.entry}>
          <dt className={styles.term}>{label}</dt>
          <dd className={isSecret ? styles.secret : styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
