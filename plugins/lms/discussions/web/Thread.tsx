import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Pagination } from '#core/web/ui/lists/Pagination.tsx'
import type { Post } from '../contract.ts'
import { discussionsApi, threadReads } from './client.ts'
import * as styles from './Discussion.css.ts'
import { PostForm } from './PostForm.tsx'
import { PostView } from './PostView.tsx'

const PAGE_SIZE = 25

const countOf = (replies: number) => (replies === 1 ? '1 reply' : `${replies} replies`)

interface ThreadProps {
  post: Post
  mayWrite: boolean
  onWritten: (written: Post) => void
}

/** Renders the first post of a thread; loads its replies when it is opened. */
export function Thread({ post, mayWrite, onWritten }: ThreadProps) {
  const [isOpen, setOpen] = useState(false)
  const hasReplies = post.state === 'shown' || post.state === 'removed'
  return (
    <>
      <PostView post={post} />
      {hasReplies && (
        <div className={styles.replies}>
          <div>
            <Button size="small" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
              {isOpen ? 'Hide replies' : post.replies === 0 ? 'Reply' : countOf(post.replies)}
            </Button>
          </div>
          {isOpen && <Replies threadId={post.id} mayWrite={mayWrite} onWritten={onWritten} />}
        </div>
      )}
    </>
  )
}

function Replies({
  threadId,
  mayWrite,
  onWritten,
}: {
  threadId: string
  mayWrite: boolean
  onWritten: (written: Post) => void
}) {
  const [page, setPage] = useState(1)
  const params = { id: threadId }
  const query = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }
  const replies = useQuery(discussionsApi.listReplies.page({ params, query }))
  const write = useMutation(discussionsApi.reply.mutation({ touches: threadReads, onSuccess: onWritten }))
  if (replies.error) return <ErrorState error={replies.error} onRetry={replies.refetch} isFrameless />
  if (!replies.data) return <Skeleton height={80} />
  const { rows, total = rows.length } = replies.data
  return (
    <>
      <ul className={styles.list} aria-label="Replies">
        {rows.map((reply) => (
          <li key={reply.id}>
            <PostView post={reply} />
          </li>
        ))}
      </ul>
      {total > PAGE_SIZE && (
        <Pagination page={page} pageSize={PAGE_SIZE} total={total} onChange={setPage} label="replies" />
      )}
      {mayWrite && (
        <PostForm
          label="Your reply"
          submit="Reply"
          isPending={write.isPending}
          error={write.error}
          onWrite={(text, done) => write.mutate({ params, body: { text } }, { onSuccess: done })}
        />
      )}
    </>
  )
}
