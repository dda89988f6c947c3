import * as styles from './Spinner.css.ts'

/** A turning ring as tall as the text around it. Without a label it is decoration beside words that say the same. */
export function Spinner({ label }: { label?: string }) {
  return label ? (
    <span className={styles.spinner} role="status" aria-label={label} />
  ) : (
    <span className={styles.spinner} aria-hidden="true" />
  )
}
