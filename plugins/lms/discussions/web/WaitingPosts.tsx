import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { Pagination } from '#core/web/ui/lists/Pagination.tsx'
import { isCommand } from '#core/web/ui/media/viewerKeys.ts'
import type { WaitingPost } from '../moderation-contract.ts'
import { moderationApi, moderationReads } from './client.ts'
import * as styles from './Discussion.css.ts'
import { HoldDialog } from './HoldDialog.tsx'
import { RemovePostDialog } from './RemovePostDialog.tsx'
import { WaitingRow } from './WaitingRow.tsx'

const PAGE_SIZE = 25

/**
 * Renders the review queue. Keys while the focus is in it: J and K go to the next and the previous post, A approves it, R
 * removes it, H restricts its author.
 */
export function WaitingPosts() {
  const [page, setPage] = useState(1)
  const [asked, setAsked] = useState<{ for: 'remove' | 'hold'; post: WaitingPost; isOpen: boolean }>()
  const list = useRef<HTMLUListElement>(null)
  const query = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }
  const waiting = useQuery({ ...moderationApi.listWaiting.page({ query }), placeholderData: keepPreviousData })
  // The focused post is gone: the list takes the focus, where the keys go on.
  const goOn = () => list.current?.focus({ preventScroll: true })
  const approve = useMutation(
    moderationApi.approvePost.mutation({
      touches: moderationReads,
      onError: (error) => notify({ title: 'Nothing has changed', description: errorText(error), tone: 'destructive' }),
    }),
  )
  if (waiting.error) return <ErrorState error={waiting.error} onRetry={waiting.refetch} />
  if (!waiting.data) return <Skeleton height={240} />
  const { rows, total = rows.length } = waiting.data
  if (rows.length === 0 && page === 1) {
    return (
      <EmptyState icon={<MessagesSquare size={20} aria-hidden />} title="No posts to review">
        Posts that need review or were reported appear here.
      </EmptyState>
    )
  }
  const letBeSeen = ({ id, updatedAt }: WaitingPost) => {
    if (approve.isPending) return
    const onSuccess = () => {
      notify({ title: 'Post approved' })
      goOn()
    }
    approve.mutate({ params: { id }, body: { updatedAt } }, { onSuccess })
  }
  const ask = (what: 'remove' | 'hold', post: WaitingPost) => setAsked({ for: what, post, isOpen: true })
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    if (!isCommand(event)) return
    const items = [...event.currentTarget.children] as HTMLElement[]
    const place = items.findIndex((item) => item.contains(document.activeElement))
    const post = rows[place]
    const key = event.key.toLowerCase()
    if (key === 'j') items[place + 1]?.focus()
    else if (key === 'k') items[place - 1]?.focus()
    else if (key === 'a' && post) letBeSeen(post)
    else if (key === 'r' && post) ask('remove', post)
    else if (key === 'h' && post) ask('hold', post)
    else return
    event.preventDefault()
  }
  const onOpenChange = (isOpen: boolean) => setAsked((now) => now && { ...now, isOpen })
  return (
    <Stack>
      <p className={styles.quiet}>
        Keys: J and K go to the next and the previous post, A approves it, R removes it, H restricts its author.
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the whole queue; each has its button */}
      <ul ref={list} tabIndex={-1} className={styles.list} aria-label="Posts to review" onKeyDown={onKeyDown}>
        {rows.map((post) => (
          <WaitingRow
            key={post.id}
            post={post}
            isPending={approve.isPending && approve.variables.params.id === post.id}
            onApprove={() => letBeSeen(post)}
            onRemove={() => ask('remove', post)}
            onHold={() => ask('hold', post)}
          />
        ))}
      </ul>
      {(total > PAGE_SIZE || page > 1) && (
        <Pagination page={page} pageSize={PAGE_SIZE} total={total} onChange={setPage} label="posts" />
      )}
      {asked?.for === 'remove' && (
        <RemovePostDialog post={asked.post} isOpen={asked.isOpen} onOpenChange={onOpenChange} onRemoved={goOn} />
      )}
      {asked?.for === 'hold' && (
        <HoldDialog author={asked.post.author} isOpen={asked.isOpen} onOpenChange={onOpenChange} />
      )}
    </Stack>
  )
}
