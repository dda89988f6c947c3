import { useInfiniteQuery } from '@tanstack/react-query'
import { sizeText } from '#core/contract/sizes.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { MenuButton, type MenuEntry } from '#core/web/ui/actions/MenuButton.tsx'
import { TextLink } from '#core/web/ui/actions/TextLink.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Loaded } from '#core/web/ui/feedback/Loaded.tsx'
import { VisuallyHidden } from '#core/web/ui/layout/VisuallyHidden.tsx'
import { useNow } from '../../shared/web/useNow.ts'
import { useZone } from '../../shared/web/zone.ts'
import { EDIT_MINUTES, type Post } from '../contract.ts'
import type { PostAct } from './PostDialogs.tsx'
import * as styles from './Thread.css.ts'
import { conversationsApi } from './client.ts'

/** Milliseconds between looks for new posts while the page is looked at. */
const REFRESH_MS = 10_000

interface PostsProps {
  conversationId: string
  onAct: (act: PostAct, post: Post) => void
}

/** Reads the posts of a conversation, again and again while it is open. */
export const usePosts = (id: string) =>
  useInfiniteQuery({
    ...conversationsApi.listPosts.infinite({ params: { id } }),
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: 'always',
  })

/** Shows the posts of a conversation, the latest last, and announces those of others as they come. */
export function Posts({ conversationId, onAct }: PostsProps) {
  const posts = usePosts(conversationId)
  return (
    <Loaded query={posts} height={320}>
      {({ rows }) => (
        <>
          {posts.hasNextPage && (
            <Button isPending={posts.isFetchingNextPage} onPress={() => void posts.fetchNextPage()}>
              Show earlier messages
            </Button>
          )}
          <ol className={styles.posts} aria-label="Messages">
            {rows.toReversed().map((post) => (
              <PostItem key={post.id} post={post} onAct={onAct} />
            ))}
          </ol>
          <VisuallyHidden role="status">{announcementOf(rows[0])}</VisuallyHidden>
        </>
      )}
    </Loaded>
  )
}

const announcementOf = (post: Post | undefined) =>
  post && !post.isOwn && !post.isWithdrawn ? `Message from ${post.authorName}: ${post.body}` : ''

function PostItem({ post, onAct }: Pick<PostsProps, 'onAct'> & { post: Post }) {
  const zone = useZone()
  const now = useNow()
  const { authorName, authorRole, isOwn, body, files, createdAt, editedAt, isWithdrawn } = post
  const isNew = now < Date.parse(createdAt) + EDIT_MINUTES * 60_000
  const entry = (label: string, act: PostAct): MenuEntry => ({ label, onAction: () => onAct(act, post) })
  const entries: MenuEntry[] = isOwn
    ? [
        ...(isNew ? [entry('Edit', 'edit'), entry('Add files', 'files')] : []),
        { ...(entry('Withdraw', 'withdraw') as object), isDanger: true } as MenuEntry,
      ]
    : [entry('Report', 'report')]
  return (
    <li className={isOwn ? styles.own : styles.other}>
      <div className={styles.head}>
        <span className={styles.about}>
          <span className={styles.author}>{authorName}</span>
          {authorRole !== 'guardian' && <span>{authorRole === 'staff' ? 'Staff' : 'Student'}</span>}
          <DateTime value={createdAt} zone={zone} />
          {editedAt !== null && !isWithdrawn && <span>Edited</span>}
        </span>
        {!isWithdrawn && (
          <span className={styles.menu}>
            <MenuButton label={`Actions for the message from ${authorName}`} size="small" items={entries} />
          </span>
        )}
      </div>
      {isWithdrawn ? <p className={styles.stub}>Message withdrawn</p> : <p className={styles.body}>{body}</p>}
      {files.map(({ id, name, url, size }) => (
        <TextLink key={id} href={`${url}?save=1`}>
          {name}, {sizeText(size)}
        </TextLink>
      ))}
    </li>
  )
}
