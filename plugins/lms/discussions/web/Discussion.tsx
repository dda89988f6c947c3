import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refresh } from '#core/web/client.ts'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { Pagination } from '#core/web/ui/lists/Pagination.tsx'
import type { CatalogCourse, ReadLesson } from '../../delivery/catalog/contract.ts'
import { catalogReads } from '../../delivery/catalog/web/client.ts'
import type { DiscussionStanding, Post } from '../contract.ts'
import { discussionsApi, threadReads } from './client.ts'
import * as styles from './Discussion.css.ts'
import { PostForm } from './PostForm.tsx'
import { Thread } from './Thread.tsx'

const PAGE_SIZE = 20

/** Renders the discussion of a lesson with a form for posts. */
export function Discussion({ lesson }: { course: CatalogCourse; lesson: ReadLesson }) {
  return <DiscussionOf lessonId={lesson.id} />
}

export function DiscussionOf({ lessonId }: { lessonId: string }) {
  const params = { lessonId }
  const standing = useQuery({ ...discussionsApi.discussion({ params }), staleTime: 0 })
  if (standing.error) return <ErrorState error={standing.error} onRetry={standing.refetch} isFrameless />
  if (!standing.data) return <Skeleton height={320} />
  return <Threads lessonId={lessonId} standing={standing.data} />
}

function Threads({ lessonId, standing }: { lessonId: string; standing: DiscussionStanding }) {
  const [page, setPage] = useState(1)
  const queryClient = useQueryClient()
  const params = { lessonId }
  const { mustPostFirst, isLookedAt, heldUntil, mayWrite } = standing
  const query = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }
  const threads = useQuery({
    ...discussionsApi.listThreads.page({ params, query }),
    enabled: !mustPostFirst,
    placeholderData: keepPreviousData,
  })
  const written = ({ state }: Post) => {
    if (state === 'waiting') {
      notify({ title: 'Your post is waiting for review', description: 'Others see it once it is approved.' })
    } else {
      // The post may have completed the lesson.
      void refresh(queryClient, catalogReads)
    }
  }
  const start = useMutation(discussionsApi.startThread.mutation({ touches: threadReads, onSuccess: written }))
  return (
    <Stack>
      {mustPostFirst && <Banner>Write your own post first to see what others wrote.</Banner>}
      {heldUntil ? (
        <Banner tone="warn">
          Your posts are reviewed before others see them, until <DateTime value={heldUntil} />.
        </Banner>
      ) : (
        isLookedAt && <Banner>Your post is reviewed before others see it.</Banner>
      )}
      {mayWrite && (
        <PostForm
          label="New post"
          help="Everyone in this course at your organization can read it. Leave out phone numbers, addresses, usernames and links."
          submit="Post"
          isPending={start.isPending}
          error={start.error}
          onWrite={(text, done) =>
            start.mutate(
              { params, body: { text } },
              {
                onSuccess: () => {
                  done()
                  setPage(1)
                },
              },
            )
          }
        />
      )}
      {mustPostFirst ? null : threads.error ? (
        <ErrorState error={threads.error} onRetry={threads.refetch} isFrameless />
      ) : threads.data ? (
        <>
          {threads.data.rows.length === 0 && <p className={styles.quiet}>No posts yet.</p>}
          <ul className={styles.list} aria-label="Posts">
            {threads.data.rows.map((post) => (
              <li key={post.id}>
                <Thread post={post} mayWrite={mayWrite} onWritten={written} />
              </li>
            ))}
          </ul>
          {(threads.data.total ?? 0) > PAGE_SIZE && (
            <Pagination
              page={page}
              pageSize={PAGE_SIZE}
              total={threads.data.total ?? 0}
              onChange={setPage}
              label="posts"
            />
          )}
        </>
      ) : (
        <Skeleton height={160} />
      )}
    </Stack>
  )
}
