import { useInfiniteQuery } from '@tanstack/react-query'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { GrowingList } from '#core/web/ui/lists/GrowingList.tsx'
import { useZone } from '../../../shared/web/zone.ts'
import { ledgerApi } from './client.ts'
import { kindNames, reasonOf, SELF_ARRANGED, viewerRoleName } from './reasonLabels.ts'
import * as styles from './Ledger.css.ts'

/** Lists views of one student's data with times and reasons, the latest first. */
export function StudentViews({ studentId }: { studentId: string }) {
  const zone = useZone()
  const views = useInfiniteQuery(ledgerApi.listStudentViews.infinite({ params: { id: studentId }, limit: 10 }))
  return (
    <GrowingList query={views} height={80} empty={<p className={styles.quiet}>No access yet.</p>}>
      {(rows) => (
        <ul className={styles.views}>
          {rows.map((view) => (
            <li key={view.id} className={styles.view}>
              <span>
                {view.viewerName} ({viewerRoleName(view)}): {kindNames[view.what]}
              </span>
              <span className={styles.quiet}>
                <DateTime value={view.viewedAt} zone={zone} /> · {reasonOf(view)}
              </span>
              {view.isSelfArranged && (
                <span>
                  <Badge tone="amber">{SELF_ARRANGED}</Badge>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </GrowingList>
  )
}
