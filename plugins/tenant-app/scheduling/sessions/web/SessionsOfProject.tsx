import { useQuery } from '@tanstack/react-query'
import { PageLink } from '#core/web/links.ts'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { useZone } from '../../../shared/web/zone.ts'
import { SessionStatusBadge } from './SessionStatusBadge.tsx'
import { SessionTime } from './SessionTime.tsx'
import * as styles from './SessionsOfProject.css.ts'
import { sessionsApi } from './client.ts'

/** Number of sessions; the page of sessions shows more. */
const MAX_SHOWN = 5

/** Lists a project's sessions, the latest first, with their number. */
export function SessionsOfProject({ projectId }: { projectId: string }) {
  const { data, error, refetch } = useQuery(sessionsApi.listSessions.page({ query: { projectId, limit: MAX_SHOWN } }))
  const zone = useZone()
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={160} />
  const { rows, total = rows.length } = data
  return (
    <Card
      title={`Sessions (${total})`}
      actions={
        total > 0 && (
          <PageLink to="/sessions" search={{ project: projectId, when: 'all' }}>
            Show all
          </PageLink>
        )
      }
    >
      {rows.length === 0 ? (
        <p className={styles.none}>No session uses this project yet. Choose it when you schedule one.</p>
      ) : (
        <ul className={styles.list}>
          {rows.map(({ id, name, ...session }) => (
            <li key={id} className={styles.row}>
              <PageLink to="/sessions/$id" params={{ id }}>
                {name}
              </PageLink>
              <span className={styles.when}>
                <SessionTime start={session.startDate} end={session.endDate} zone={zone} />
              </span>
              <SessionStatusBadge session={session} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
