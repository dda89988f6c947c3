import { useMutation } from '@tanstack/react-query'
import { Flag, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { roleNames } from '#core/contract/roles.ts'
import { MenuButton, type MenuEntry } from '#core/web/ui/actions/MenuButton.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import type { Post } from '../contract.ts'
import { discussionsApi, threadReads } from './client.ts'
import * as styles from './Discussion.css.ts'
import { PostForm } from './PostForm.tsx'
import { ReportDialog } from './ReportDialog.tsx'

/** Renders a post with the caller's actions on it. */
export function PostView({ post }: { post: Post }) {
  const { id, text, author, isOwn, state, isEdited, createdAt, updatedAt, mayEdit, mayRemove, isReported } = post
  const [open, setOpen] = useState<'edit' | 'remove' | 'report'>()
  const close = () => setOpen(undefined)
  const change = useMutation(discussionsApi.changePost.mutation({ touches: threadReads, onSuccess: close }))
  const remove = useMutation(discussionsApi.removeOwnPost.mutation({ touches: threadReads }))
  const items: MenuEntry[] = [
    ...(mayEdit ? [{ label: 'Edit', icon: <Pencil size={16} aria-hidden />, onAction: () => setOpen('edit') }] : []),
    ...(mayRemove
      ? [{ label: 'Remove', icon: <Trash2 size={16} aria-hidden />, onAction: () => setOpen('remove') }]
      : []),
    ...(!isOwn && author && !isReported
      ? [{ label: 'Report', icon: <Flag size={16} aria-hidden />, onAction: () => setOpen('report') }]
      : []),
  ]
  return (
    <div className={styles.post}>
      <div className={styles.head}>
        <div className={styles.about}>
          {isOwn || !author ? (
            <span className={styles.name}>{isOwn ? 'You' : 'Someone'}</span>
          ) : (
            <PersonName className={styles.name} name={author.name} />
          )}
          {author && !isOwn && author.role !== 'student' && <span>{roleNames[author.role]}</span>}
          <DateTime value={createdAt} />
          {isEdited && <span>Edited</span>}
          {state === 'waiting' && <Badge tone="amber">Waiting for review: not visible to others yet</Badge>}
          {isReported && <Badge>You reported this post</Badge>}
        </div>
        {items.length > 0 && (
          <MenuButton label={`Actions for the post “${text.slice(0, 40)}”`} size="small" items={items} />
        )}
      </div>
      {open === 'edit' ? (
        <PostForm
          label="Post"
          submit="Save"
          text={text}
          isPending={change.isPending}
          error={change.error}
          onWrite={(written) => change.mutate({ params: { id }, body: { text: written, updatedAt } })}
          onCancel={close}
        />
      ) : state === 'removed' ? (
        <p className={styles.quiet}>This post was removed.</p>
      ) : state === 'refused' ? (
        <p className={styles.quiet}>This post was not published. Others never saw it.</p>
      ) : (
        <p className={styles.text}>{text}</p>
      )}
      <ConfirmDialog
        title="Remove your post?"
        confirmLabel="Remove post"
        isOpen={open === 'remove'}
        onOpenChange={close}
        onConfirm={async () => {
          await remove.mutateAsync({ params: { id } })
          notify({ title: 'Post removed' })
        }}
      >
        Others see that a post was removed. Replies stay.
      </ConfirmDialog>
      <ReportDialog postId={id} isOpen={open === 'report'} onOpenChange={close} />
    </div>
  )
}
