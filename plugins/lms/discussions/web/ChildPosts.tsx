import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Disclosure } from '#core/web/ui/layout/Disclosure.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { Pagination } from '#core/web/ui/lists/Pagination.tsx'
import { discussionsApi } from './client.ts'
import * as styles from './Discussion.css.ts'

const PAGE_SIZE = 10

interface ChildPostsProps {
  studentId: string
  firstName: string
}

/** Shows a child's posts in discussions of courses; loads them when it is opened. */
export function ChildPosts({ studentId, firstName }: ChildPostsProps) {
  return (
    <Card>
      <Disclosure label={`What ${firstName} wrote in discussions`}>{() => <Posts studentId={studentId} />}</Disclosure>
    </Card>
  )
}

function Posts({ studentId }: { studentId: string }) {
  const [page, setPage] = useState(1)
  const query = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }
  const posts = useQuery(discussionsApi.childPosts.page({ params: { studentId }, query }))
  if (posts.error) return <ErrorState error={posts.error} onRetry={posts.refetch} isFrameless />
  if (!posts.data) return <Skeleton height={80} />
  const { rows, total = rows.length } = posts.data
  if (rows.length === 0) return <p>No posts yet.</p>
  return (
    <Stack>
      <ul className={styles.list} aria-label="Posts">
        {rows.map(({ id, course, lesson, text, repliesTo, createdAt }) => (
          <li key={id} className={styles.post}>
            <div className={styles.about}>
              <span className={styles.name}>{lesson || course}</span>
              <span>{course}</span>
              <DateTime value={createdAt} />
            </div>
            {repliesTo && <p className={styles.quoted}>{repliesTo}</p>}
            <p className={styles.text}>{text}</p>
          </li>
        ))}
      </ul>
      {total > PAGE_SIZE && (
        <Pagination page={page} pageSize={PAGE_SIZE} total={total} onChange={setPage} label="posts" />
      )}
    </Stack>
  )
}
