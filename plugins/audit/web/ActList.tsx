import { useState } from 'react'
import { useShownZone } from '#core/web/ui/display/shownZone.ts'
import { DisclosureGroup } from '#core/web/ui/layout/DisclosureGroup.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { VisuallyHidden } from '#core/web/ui/layout/VisuallyHidden.tsx'
import type { AuditLog } from '../contract.ts'
import { Act } from './Act.tsx'
import * as styles from './ActList.css.ts'
import { daysOf } from './days.ts'

interface ActListProps {
  acts: readonly AuditLog[]
  /** There are older ones, so that the last day may have more. */
  hasMore: boolean
  /** Time at which they were read, in milliseconds: it decides what 'Today' is. */
  readAt: number
}

/** Entries under the days on which they happened, each of which can be closed. */
export function ActList({ acts, hasMore, readAt }: ActListProps) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const days = daysOf(acts, new Date(readAt), useShownZone())
  return (
    <DisclosureGroup
      level={2}
      open={new Set(days.map(({ key }) => key).filter((key) => !closed.has(key)))}
      onOpenChange={(open) => setClosed(new Set(days.map(({ key }) => key).filter((key) => !open.has(key))))}
      sections={days.map(({ key, label, acts: ofDay }, index) => ({
        id: key,
        title: label,
        count: hasMore && index === days.length - 1 ? `${ofDay.length}+` : ofDay.length,
        counted: { one: 'event', several: 'events' },
        content: (
          <ol className={styles.list}>
            {ofDay.map((act) => (
              <li key={act.id} className={styles.act}>
                <Act act={act} />
              </li>
            ))}
          </ol>
        ),
      }))}
    />
  )
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
