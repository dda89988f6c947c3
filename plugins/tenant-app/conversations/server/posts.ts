import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, forbidden, notFound } from '#core/server/errors.ts'
import { EDIT_MINUTES, MAX_HOURLY_POSTS, type NewPost } from '../contract.ts'
import { PostModel } from './conversation.ts'
import { markRead, notifyMembers } from './notify.ts'
import { answerDueAt } from './office-hours.ts'
import { lockConversation, lockConversationOf, recordConversation, requireMember, takesPart } from './policies.ts'

const lockAuthor = statement(`select pg_advisory_xact_lock(hashtextextended('tenant-app.posts:' || $author::text, 0))`)
const countPosts = statement(
  z.object({ count: z.number() }),
  `select count(*)::int as count from conversation_posts
    where author_id = $author and created_at > $now::timestamptz - interval '1 hour'`,
)

/** @throws conversation.too-many (409) */
async function refuseFlood(scope: TenantScope, author: string): Promise<void> {
  await scope.rows(lockAuthor, { author })
  const [found] = await scope.rows(countPosts, { author, now: scope.core.clock.now() })
  if ((found?.count ?? 0) < MAX_HOURLY_POSTS) return
  throw new AppError('conversation.too-many', 409, 'You have written a lot in the last hour. Try again later.')
}

export interface Author {
  id: string
  name: string
  role: 'guardian' | 'staff' | 'student'
}

// A clock that stands or goes back must not put a post before one that it answers.
const insertPost = statement(
  z.object({ createdAt: z.string() }),
  `insert into conversation_posts (id, conversation_id, author_id, author_name, author_role, body, created_at)
    values ($id, $conversationId, $authorId, $authorName, $authorRole, $body, greatest($now::timestamptz,
      (select max(p.created_at) + interval '1 millisecond' from conversation_posts p
        where p.conversation_id = $conversationId)))
    on conflict (id) do nothing returning created_at as "createdAt"`,
)

// Staff who answer are assigned, unless another one is who still takes part.
const updateConversation = statement(
  `update conversations c set last_post_at = $createdAt, status = 'open',
      waiting_since = case when $isFamily::boolean then coalesce(waiting_since, $now::timestamptz) end,
      answer_due_at = case when $isFamily::boolean then coalesce(answer_due_at, ${answerDueAt}) end,
      assigned_to = case when $isFamily::boolean or exists (select from users a where a.tenant_id = c.tenant_id
        and a.id = c.assigned_to and ${takesPart('a')}) then assigned_to else $authorId::uuid end
    where id = $conversationId`,
)

const selectSent = statement(
  z.object({ id: z.uuid() }),
  'select id from conversation_posts where id = $id and author_id = $authorId and conversation_id = $conversationId',
)

/**
 * Writes a post in a conversation that the transaction has locked, once for its id.
 * @returns false where it was written before
 * @throws not-found where another post has its id, conversation.too-many (409)
 */
export async function writePost(
  scope: TenantScope,
  conversationId: string,
  author: Author,
  { id, body }: NewPost,
): Promise<boolean> {
  const [sent] = await scope.rows(selectSent, { id, authorId: author.id, conversationId })
  if (sent) return false
  await refuseFlood(scope, author.id)
  const now = scope.core.clock.now()
  const by = { authorId: author.id, authorName: author.name, authorRole: author.role }
  const [written] = await scope.rows(insertPost, { id, conversationId, ...by, body, now })
  if (!written) throw notFound('Conversation')
  await scope.rows(updateConversation, {
    conversationId,
    createdAt: written.createdAt,
    isFamily: author.role !== 'staff',
    authorId: author.id,
    tenantId: scope.tenantId,
    now,
  })
  await notifyMembers(scope, conversationId, author.id)
  return true
}

/** Writes in a conversation. @throws not-found, conversation.too-many (409) */
export async function addPost(scope: TenantScope, conversationId: string, post: NewPost): Promise<{ id: string }> {
  const { id, name, isStaff } = requireMember(scope)
  await lockConversation(scope, conversationId)
  const author: Author = { id, name, role: isStaff ? 'staff' : 'guardian' }
  if (await writePost(scope, conversationId, author, post)) {
    await markRead(scope, conversationId, { id, isStaff })
    await recordConversation(scope, conversationId, {
      action: 'conversation.posted',
      description: 'Wrote in a conversation',
    })
  }
  return { id: post.id }
}

/** Locks an own post that is not withdrawn. @throws not-found, forbidden, post.withdrawn (409) */
export async function lockOwnPost(scope: TenantScope, postId: string): Promise<PostModel> {
  const { id } = requireMember(scope)
  await lockConversationOf(scope, postId)
  const post = await PostModel.query(scope.trx).findById(postId).throwIfNotFound()
  if (post.authorId !== id) throw forbidden('Only its author can change a message')
  if (post.withdrawnAt !== null) throw new AppError('post.withdrawn', 409, 'This message has been withdrawn')
  return post
}

/** @throws post.too-late (409) */
export function refuseLate({ core }: TenantScope, { createdAt }: PostModel): void {
  if (core.clock.now().getTime() <= Date.parse(createdAt) + EDIT_MINUTES * 60_000) return
  throw new AppError('post.too-late', 409, `A message can be changed for ${EDIT_MINUTES} minutes. Write another one.`)
}

/** Changes an own post. @throws not-found, forbidden, post.withdrawn (409), post.too-late (409) */
export async function editPost(scope: TenantScope, postId: string, { body }: { body: string }): Promise<void> {
  const post = await lockOwnPost(scope, postId)
  refuseLate(scope, post)
  await PostModel.query(scope.trx)
    .findById(postId)
    .patch({ body, originalBody: post.originalBody ?? post.body, editedAt: scope.core.clock.now().toISOString() })
  await recordConversation(scope, post.conversationId, {
    action: 'conversation.post-edited',
    description: 'Changed a message in a conversation',
  })
}

/** Withdraws an own post, of which a stub is left. @throws not-found, forbidden, post.withdrawn (409) */
export async function withdrawPost(scope: TenantScope, postId: string): Promise<void> {
  const post = await lockOwnPost(scope, postId)
  await PostModel.query(scope.trx).findById(postId).patch({ withdrawnAt: scope.core.clock.now().toISOString() })
  await recordConversation(scope, post.conversationId, {
    action: 'conversation.post-withdrawn',
    description: 'Withdrew a message in a conversation',
  })
}

/** Notes that the caller has read a conversation. @throws not-found */
export async function readConversation(scope: TenantScope, id: string): Promise<void> {
  const reader = requireMember(scope)
  await lockConversation(scope, id)
  await markRead(scope, id, reader)
}
