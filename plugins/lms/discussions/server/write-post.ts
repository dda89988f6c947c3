import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf } from '#core/server/database/row-policy.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, forbidden, notFound } from '#core/server/errors.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import { EDIT_MINUTES, MAX_POSTS_PER_HOUR, type NewPost, type Post, type PostChange } from '../contract.ts'
import type { HoldReason } from '../moderation-contract.ts'
import { updatePostCounts, lockAuthor } from './count-posts.ts'
import { enterDiscussion, getOwnStanding, type Discussion } from './discussion.ts'
import { findFlags } from './flags.ts'
import { PostModel, type PostRow } from './post.ts'
import { enterPost, enterThread, isOpenToChange, type Separation } from './list-posts.ts'
import { emailReply, type Guarded } from './reply-emails.ts'
import { removePostText } from './remove-post.ts'

/** Begins a thread. @throws as `enterDiscussion`, 409 if the caller exceeds the limit of posts */
export async function startThread(
  scope: TenantScope,
  lessonId: string,
  input: NewPost,
  people: Separation,
): Promise<Post> {
  return write(scope, await enterDiscussion(scope, lessonId, { isHeld: true }), null, input, people)
}

/**
 * Adds a reply. @throws as `enterThread`, 409 if the thread itself is under review, and if the caller exceeds the limit of
 * posts
 */
export async function replyTo(
  scope: TenantScope,
  threadId: string,
  input: NewPost,
  people: Separation & Guarded,
): Promise<Post> {
  const { post, discussion } = await enterThread(scope, threadId, people, { isHeld: true })
  if (post.state === 'waiting' || post.state === 'refused') {
    throw new AppError('post.not-shown', 409, 'Others do not see this post, so they could not read a reply.')
  }
  const reply = await write(scope, discussion, threadId, input, people)
  if (reply.state === 'shown') await emailReply(scope, { threadId, replierId: callerOf(scope).caller ?? null }, people)
  return reply
}

// Staff who moderate a discussion without taking the course have no enrollment to lock.
const lockWriter = statement(
  `select pg_advisory_xact_lock(hashtextextended('lms.posts:' || $lessonId::text || $caller::text, 0))`,
)

const countRecentPosts = statement(
  z.object({ count: z.number().int() }),
  `select count(*)::int as count from lms_posts
    where tenant_id = $tenantId and user_id = $caller and lesson_id = $lessonId and created_at > $since::timestamptz`,
)

const HOUR_MS = 3_600_000

async function write(
  scope: TenantScope,
  entered: Discussion,
  threadId: string | null,
  { text }: NewPost,
  people: Separation,
): Promise<Post> {
  const { caller: userId } = callerOf(scope)
  if (!userId || !entered.mayWrite) throw forbidden('Sign in as one of the organization’s people to write here.')
  const { courseId, lessonId, enrollment } = entered
  const at = scope.core.clock.now()
  const since = new Date(at.getTime() - HOUR_MS).toISOString()
  if (enrollment === null) await scope.rows(lockWriter, { lessonId, caller: userId })
  const [{ count } = { count: 0 }] = await scope.rows(countRecentPosts, {
    tenantId: scope.tenantId,
    caller: userId,
    lessonId,
    since,
  })
  if (count >= MAX_POSTS_PER_HOUR) {
    throw new AppError('post.most', 409, `At most ${MAX_POSTS_PER_HOUR} posts an hour. Please write more later.`)
  }
  const now = at.toISOString()
  const heldBecause = await listHoldReasons(scope, entered, text)
  const { id } = await PostModel.query(scope.trx).insert({
    courseId,
    lessonId,
    threadId,
    userId,
    cycle: enrollment?.cycle ?? null,
    text,
    ...toPostState(heldBecause, now),
    createdAt: now,
    updatedAt: now,
  })
  if (heldBecause.length === 0) await updatePostCounts(scope, { userId, courseId, lessonId })
  return (await enterPost(scope, id, people)).post
}

/** Lists the reasons why a post of the caller is held for review; empty if it is shown at once. */
async function listHoldReasons(scope: TenantScope, entered: Discussion, text: string): Promise<HoldReason[]> {
  const { heldUntil, hasShown } = await getOwnStanding(scope, entered)
  const byPerson: HoldReason[] = heldUntil === null ? [] : ['person']
  if (!entered.isLearner) return byPerson
  const { moderation } = entered.details
  const byRule: HoldReason[] = moderation === 'all' || (moderation === 'first' && !hasShown) ? [moderation] : []
  return [...byRule, ...byPerson, ...findFlags(text)]
}

const toPostState = (heldBecause: HoldReason[], now: string) =>
  heldBecause.length === 0
    ? { state: 'shown' as const, heldBecause, shownAt: now, waitingSince: null }
    : { state: 'held' as const, heldBecause, waitingSince: now }

const lockOwnPost = statement(
  z.object({ id: z.uuid(), isOpen: z.boolean() }),
  `select p.id, ${isOpenToChange} as "isOpen" from lms_posts p
    where p.tenant_id = $tenantId and p.user_id = $caller and p.id = $id for update of p`,
)

/** Locks a post of the caller, which is not decided about until the transaction ends. @throws not-found */
async function lockPost(scope: TenantScope, id: string): Promise<{ row: PostRow; isOpen: boolean }> {
  const { caller = null } = callerOf(scope)
  const now = scope.core.clock.now().toISOString()
  await lockAuthor(scope, id)
  const [lock] = await scope.rows(lockOwnPost, { tenantId: scope.tenantId, caller, id, now })
  const row = lock && (await PostModel.query(scope.trx).findById(id))
  if (!row || row.state === 'removed') throw notFound('Post')
  return { row, isOpen: lock.isOpen }
}

/**
 * Changes a post. New text is reviewed like a new post: it may be held now.
 * @throws not-found, outdated (409) if `updatedAt` has changed, `post.closed` (409) once it has replies or was reviewed, and
 * after 30 minutes
 */
export async function changePost(
  scope: TenantScope,
  id: string,
  { text, updatedAt }: PostChange,
  people: Separation,
): Promise<Post> {
  const { discussion } = await enterPost(scope, id, people, { isHeld: true })
  const { row, isOpen } = await lockPost(scope, id)
  refuseOutdated('this post', row.updatedAt, updatedAt)
  if (!isOpen) {
    const why = `A post can be changed for ${EDIT_MINUTES} minutes, until it has a reply or was reviewed.`
    throw new AppError('post.closed', 409, why)
  }
  if (row.text === text) return (await enterPost(scope, id, people)).post
  const version = nextVersion(scope.core.clock, row.updatedAt)
  const heldBecause = await listHoldReasons(scope, discussion, text)
  const isShown = row.state === 'shown' && heldBecause.length === 0
  const since = row.waitingSince ?? version
  await PostModel.query(scope.trx)
    .findById(id)
    .patch({
      text,
      editedAt: version,
      updatedAt: version,
      // A post under review stays there, with any text.
      ...(isShown
        ? {}
        : { state: 'held', heldBecause: mergeReasons(row.heldBecause, heldBecause), waitingSince: since }),
    })
  if (row.state === 'shown') await updatePostCounts(scope, row)
  return (await enterPost(scope, id, people)).post
}

const mergeReasons = (before: readonly HoldReason[], now: readonly HoldReason[]) => [...new Set([...before, ...now])]

/** Removes a post of the caller. @throws not-found if there is none, or it is another user's */
export async function removeOwnPost(scope: TenantScope, id: string): Promise<void> {
  const { row } = await lockPost(scope, id)
  await removePostText(scope, row, 'Removed by its author')
}
