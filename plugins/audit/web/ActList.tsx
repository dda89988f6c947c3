import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { VisuallyHidden } from '#core/web/ui/layout/VisuallyHidden.tsx'
import type { AuditLog } from '../contract.ts'
import { Act } from './Act.tsx'
import * as styles from './ActList.css.ts'
import { daysOf } from './days.ts'

/** Entries under the days on which they happened. */
export function ActList({ acts }: { acts: readonly AuditLog[] }) {
  return daysOf(acts, new Date()).map(({ key, label, acts: ofDay }) => (
    <section key={key} aria-label={label}>
      <h2 className={styles.day}>{label}</h2>
      <ol className={styles.list}>
        {ofDay.map((act) => (
          <li key={act.id} className={styles.act}>
            <Act act={act} />
          </li>
        ))}
      </ol>
    </section>
  ))
}

export function ActSkeletons() {
  return (
    <div aria-busy="true">
      <VisuallyHidden role="status">Loading…</VisuallyHidden>
      <div className={styles.day}>
        <Skeleton width={80} height={20} />
      </div>
      <div className={styles.list}>
        {Array.from({ length: 6 }, (_, index) => (
          <div key={index} className={styles.act}>
            <Skeleton width={32} height={32} />
            <div className={styles.lines}>
              <Skeleton width="55%" height={18} />
              <Skeleton width="35%" height={14} />
              <Skeleton width={120} height={20} />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
