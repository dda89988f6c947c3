import { attendances } from '../contract.ts'
import * as styles from './attendance.css.ts'
import { attendanceIcons, attendanceLabels } from './attendanceLabels.ts'

/** Explains the icons of attendance and their keys. */
export function MarkLegend() {
  return (
    <div className={styles.legend} role="note" aria-label="Marks">
      {attendances.map((mark) => {
        const Icon = attendanceIcons[mark]
        const { label, key } = attendanceLabels[mark]
        return (
          <span key={mark} className={styles.legendItem}>
            <Icon size={12} aria-hidden />
            {label}
            <kbd className={styles.key}>{key}</kbd>
          </span>
        )
      })}
    </div>
  )
}
