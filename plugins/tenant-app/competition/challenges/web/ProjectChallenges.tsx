import { useQuery } from '@tanstack/react-query'
import { Table2 } from 'lucide-react'
import { PageLink, PageLinkButton } from '#core/web/links.ts'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { difficultyLabels } from '../../../shared/web/difficultyLabels.ts'
import * as styles from './ChallengeCard.css.ts'
import { challengesApi } from './client.ts'

/** Number of challenges in a section; its link leads to all. */
const MAX_SHOWN = 10

/** Lists a project's challenges, the newest first. */
export function ProjectChallenges({ projectId }: { projectId: string }) {
  const { data, error, refetch } = useQuery(
    challengesApi.listChallenges.page({ query: { projectId, limit: MAX_SHOWN } }),
  )
  return (
    <Card title="Challenges">
      {data ? (
        <ul className={styles.list}>
          {data.rows.map(({ id, title, difficultyLevel, maxScore, isActive }) => (
            <li key={id} className={styles.item}>
              <PageLink to="/challenges" search={{ project: projectId, edit: id }}>
                {title}
              </PageLink>
              <span>
                {difficultyLabels[difficultyLevel].label} · up to {maxScore}
              </span>
              {!isActive && <Badge>Archived</Badge>}
            </li>
          ))}
          {data.rows.length === 0 && <li>No challenges yet</li>}
        </ul>
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} isFrameless />
      ) : (
        <Skeleton height={96} />
      )}
      <div className={styles.actions}>
        <PageLinkButton to="/challenges" search={{ project: projectId }} size="small">
          {data?.more ? `All ${data.total ?? ''} challenges` : 'Manage challenges'}
        </PageLinkButton>
        <PageLinkButton
          to="/challenges/scores"
          search={{ project: projectId }}
          size="small"
          icon={<Table2 size={14} aria-hidden />}
        >
          Scores
        </PageLinkButton>
      </div>
    </Card>
  )
}
