import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { Pagination } from '#core/web/ui/lists/Pagination.tsx'
import { RETENTION_DAYS } from '../moderation-contract.ts'
import { moderationApi } from './client.ts'
import * as styles from './Discussion.css.ts'

const PAGE_SIZE = 25

/** Lists removed posts, as they were, until they are deleted. */
export function RemovedPosts() {
  const [page, setPage] = useState(1)
  const query = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }
  const removed = useQuery({ ...moderationApi.listRemoved.page({ query }), placeholderData: keepPreviousData })
  if (removed.error) return <ErrorState error={removed.error} onRetry={removed.refetch} />
  if (!removed.data) return <Skeleton height={160} />
  const { rows, total = rows.length } = removed.data
  if (rows.length === 0 && page === 1) {
    return <EmptyState title="No removed posts">Removed posts can be read here for {RETENTION_DAYS} days.</EmptyState>
  }
  return (
    <Stack>
      <ul className={styles.list} aria-label="Removed posts">
        {rows.map(({ id, course, lesson, text, author, reason, removedBy, removedAt, forgetAt }) => (
          <li key={id} className={styles.post}>
            <div className={styles.about}>
              <PersonName className={styles.name} name={author} />
              <span>{lesson ? `${lesson} · ${course}` : course}</span>
              <span>
                Removed by {removedBy ?? 'a deleted account'}, <DateTime value={removedAt} />
              </span>
              <span>
                Kept until <DateTime value={forgetAt} />
              </span>
            </div>
            <p className={styles.text}>{text}</p>
            {reason && <p className={styles.quiet}>{reason}</p>}
          </li>
        ))}
      </ul>
      {(total > PAGE_SIZE || page > 1) && (
        <Pagination page={page} pageSize={PAGE_SIZE} total={total} onChange={setPage} label="posts" />
      )}
    </Stack>
  )
}
