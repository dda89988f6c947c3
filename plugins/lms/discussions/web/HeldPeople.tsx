import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { roleNames } from '#core/contract/roles.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { Pagination } from '#core/web/ui/lists/Pagination.tsx'
import { moderationApi, moderationReads } from './client.ts'
import * as styles from './Discussion.css.ts'

const PAGE_SIZE = 25

/** Lists restricted authors, and until when. */
export function HeldPeople() {
  const [page, setPage] = useState(1)
  const query = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }
  const holds = useQuery({ ...moderationApi.listHolds.page({ query }), placeholderData: keepPreviousData })
  const end = useMutation(
    moderationApi.endHold.mutation({
      touches: moderationReads,
      onSuccess: () => notify({ title: 'Restriction lifted' }),
      onError: (error) => notify({ title: 'Nothing was changed', description: errorText(error), tone: 'destructive' }),
    }),
  )
  if (holds.error) return <ErrorState error={holds.error} onRetry={holds.refetch} />
  if (!holds.data) return <Skeleton height={160} />
  const { rows, total = rows.length } = holds.data
  if (rows.length === 0 && page === 1) {
    return <EmptyState title="No restricted authors">Restrict an author from the review queue.</EmptyState>
  }
  return (
    <Stack>
      <ul className={styles.list} aria-label="Restricted authors">
        {rows.map(({ user, until, reason }) => (
          <li key={user.id} className={styles.post}>
            <div className={styles.head}>
              <div className={styles.about}>
                <PersonName className={styles.name} name={user.name} />
                <span>{roleNames[user.role]}</span>
                <span>
                  Until <DateTime value={until} />
                </span>
              </div>
              <Button
                size="small"
                aria-label={`Lift the restriction of ${user.name}`}
                isPending={end.isPending && end.variables.params.userId === user.id}
                onPress={() => end.mutate({ params: { userId: user.id } })}
              >
                Lift restriction
              </Button>
            </div>
            {reason && <p className={styles.text}>{reason}</p>}
          </li>
        ))}
      </ul>
      {(total > PAGE_SIZE || page > 1) && (
        <Pagination page={page} pageSize={PAGE_SIZE} total={total} onChange={setPage} label="people" />
      )}
    </Stack>
  )
}
