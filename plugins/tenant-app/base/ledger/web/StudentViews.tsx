import { useInfiniteQuery } from '@tanstack/react-query'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { ShowMore } from '#core/web/ui/lists/ShowMore.tsx'
import { useZone } from '../../../shared/web/zone.ts'
import { ledgerApi } from './client.ts'
import { kindNames, reasonOf, SELF_ARRANGED, viewerRoleName } from './reasonLabels.ts'
import * as styles from './Ledger.css.ts'

/** Lists views of one student's data with times and reasons, the latest first. */
export function StudentViews({ studentId }: { studentId: string }) {
  const zone = useZone()
  const views = useInfiniteQuery(ledgerApi.listStudentViews.infinite({ params: { id: studentId }, limit: 10 }))
  if (views.error && !views.data) return <ErrorState error={views.error} onRetry={views.refetch} />
  if (!views.data) return <Skeleton height={80} />
  if (views.data.rows.length === 0) return <p className={styles.quiet}>Nobody has looked yet.</p>
  return (
    <>
      <ul className={styles.views}>
        {views.data.rows.map((view) => (
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
      <ShowMore query={views} />
    </>
  )
}
