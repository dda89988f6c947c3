import { ProgressBar } from '#core/web/ui/feedback/ProgressBar.tsx'
import * as styles from './training.css.ts'

/** Renders a bar with its number, for table cells. */
export function Share({ label, percent }: { label: string; percent: number }) {
  return (
    <span className={styles.share}>
      <span className={styles.bar}>
        <ProgressBar label={label} value={percent} isLabelHidden />
      </span>
      <span className={styles.number} aria-hidden>{`${percent}%`}</span>
    </span>
  )
}
