import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import { roles } from '#core/contract/roles.ts'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf } from '#core/server/database/row-policy.ts'
import { statement } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { countedPage, type PagedAnswer } from '#core/server/http/answers.ts'
import type { TenantAppServices } from '#plugins/tenant-app/plugin.ts'
import { EDIT_MINUTES, post, postStates, type DiscussionStanding, type Post } from '../contract.ts'
import { enterDiscussion, getOwnStanding, type Discussion } from './discussion.ts'

/** Finds users whom the caller must not meet; undefined while that plugin is off. */
export type Separation = Pick<TenantAppServices, 'listSeparatedFromCaller'> | undefined

/** Builds the author of post `p`, user `u`. Students are named as their peers may see them. */
const author = `case when p.state <> 'removed' and u.id is not null then json_build_object('role', u.role, 'name',
  case when u.role = 'student' then u.first_name || ' ' || left(u.last_name, 1) || '.'
    else u.first_name || ' ' || u.last_name end) end`

/** True if post `p` has replies. */
const hasReplies = `exists (select from lms_posts r where r.tenant_id = p.tenant_id
  and r.thread_id = coalesce(p.thread_id, p.id) and r.created_at > p.created_at and r.shown_at is not null
  and r.user_id is distinct from p.user_id)`

/** True if the author may still change post `p`: it is unseen and not reviewed, or it is new and has no replies. */
export const isOpenToChange = `(p.decided_at is null and (p.state = 'held' and p.shown_at is null
  or p.state = 'shown' and p.created_at > $now::timestamptz - interval '${EDIT_MINUTES} minutes' and not ${hasReplies}))`

/** True if others than its author can see post `p`: a held one is hidden, a removed one leaves a stub. */
const isPublic = (row: string) => `(${row}.state <> 'held' and ${row}.shown_at is not null)`

/** True if the caller may meet the author of a post. Posts of deleted accounts have no author. */
const isMet = (row: string) => `coalesce(${row}.user_id <> all ($separated::uuid[]), true)`

/** True if the caller sees post `p` in its discussion. */
const isSeen = `(${isPublic('p')} and ${isMet('p')} or p.user_id = $caller)`

const columns = `p.id, p.thread_id as "threadId", p.text, ${author} as author,
  coalesce(p.user_id = $caller, false) as "isOwn",
  case when p.state = 'shown' then 'shown' when p.state = 'held' then 'waiting'
    when p.shown_at is null then 'refused' else 'removed' end as state,
  p.edited_at is not null as "isEdited", p.created_at as "createdAt", p.updated_at as "updatedAt",
  case when p.thread_id is null then (select count(*) from lms_posts r where r.tenant_id = p.tenant_id
    and r.thread_id = p.id and (r.state = 'shown' and ${isMet('r')} or r.state = 'held' and r.user_id = $caller))::int
    else 0 end as replies,
  coalesce(p.user_id = $caller and ${isOpenToChange}, false) as "mayEdit",
  coalesce(p.user_id = $caller and p.state <> 'removed', false) as "mayRemove",
  exists (select from lms_post_reports o
    where o.tenant_id = p.tenant_id and o.post_id = p.id and o.user_id = $caller) as "isReported"`

const row = post.extend({
  author: z.object({ name: z.string(), role: z.enum(roles) }).nullable(),
  state: z.enum(postStates),
})

const withAuthor = 'from lms_posts p left join users u on u.tenant_id = p.tenant_id and u.id = p.user_id'

const selectThreads = statement(
  row.extend({ total: z.number().int() }),
  `select ${columns}, (count(*) over ())::int as total ${withAuthor}
    where p.tenant_id = $tenantId and p.lesson_id = $lessonId and p.thread_id is null and ${isSeen}
    order by p.created_at desc, p.id limit $most offset $offset`,
)

const selectReplies = statement(
  row.extend({ total: z.number().int() }),
  `select ${columns}, (count(*) over ())::int as total ${withAuthor}
    where p.tenant_id = $tenantId and p.thread_id = $threadId and ${isSeen}
    order by p.created_at, p.id limit $most offset $offset`,
)

const selectPost = statement(
  row.extend({ lessonId: z.uuid(), isOfThread: z.boolean() }),
  `select ${columns}, p.lesson_id as "lessonId", t.id is null or ${isPublic('t')} and ${isMet('t')} or t.user_id = $caller
      as "isOfThread"
    ${withAuthor} left join lms_posts t on t.tenant_id = p.tenant_id and t.id = p.thread_id
    where p.tenant_id = $tenantId and p.id = $id and ${isSeen}`,
)

const toCallerParameters = async (scope: TenantScope, people: Separation) => ({
  tenantId: scope.tenantId,
  caller: callerOf(scope).caller ?? null,
  now: scope.core.clock.now().toISOString(),
  separated: (await people?.listSeparatedFromCaller(scope)) ?? [],
})

interface Paging {
  limit?: number | undefined
  offset?: number | undefined
}

/** Reads the caller's standing in the discussion of a lesson. @throws as `enterDiscussion` */
export async function readStanding(scope: TenantScope, lessonId: string): Promise<DiscussionStanding> {
  const { hasShown: _, ...standing } = await getOwnStanding(scope, await enterDiscussion(scope, lessonId))
  return standing
}

/** Lists threads; empty while the caller has to post first. @throws as `enterDiscussion` */
export async function listThreads(
  scope: TenantScope,
  lessonId: string,
  { limit = LIST_CAP, offset = 0 }: Paging,
  people: Separation,
): Promise<PagedAnswer<Post>> {
  const entered = await enterDiscussion(scope, lessonId)
  const isHidden = await mustPostFirst(scope, entered)
  const asked = { ...(await toCallerParameters(scope, people)), lessonId, most: limit + 1, offset }
  return countedPage(isHidden ? [] : await scope.rows(selectThreads, asked), { limit, offset })
}

const mustPostFirst = async (scope: TenantScope, entered: Discussion): Promise<boolean> =>
  entered.isPostFirst && (await getOwnStanding(scope, entered)).mustPostFirst

/**
 * Reads a post with its discussion.
 * @throws not-found if the caller sees no such post, or has to post first; as `enterDiscussion`
 */
export async function enterPost(
  scope: TenantScope,
  id: string,
  people: Separation,
  how: { isHeld?: boolean } = {},
): Promise<{ post: Post; discussion: Discussion }> {
  const [found] = await scope.rows(selectPost, { ...(await toCallerParameters(scope, people)), id })
  if (!found?.isOfThread) throw notFound('Post')
  const { lessonId, isOfThread: _, ...seen } = found
  const entered = await enterDiscussion(scope, lessonId, how)
  if (!seen.isOwn && (await mustPostFirst(scope, entered))) throw notFound('Post')
  return { post: seen, discussion: entered }
}

/** Reads a thread. @throws not-found if the caller sees no thread that begins with the post; as `enterDiscussion` */
export async function enterThread(
  scope: TenantScope,
  id: string,
  people: Separation,
  how: { isHeld?: boolean } = {},
): Promise<{ post: Post; discussion: Discussion }> {
  const entered = await enterPost(scope, id, people, how)
  if (entered.post.threadId !== null) throw notFound('Thread')
  return entered
}

/** Lists replies. @throws as `enterThread` */
export async function listReplies(
  scope: TenantScope,
  threadId: string,
  { limit = LIST_CAP, offset = 0 }: Paging,
  people: Separation,
): Promise<PagedAnswer<Post>> {
  await enterThread(scope, threadId, people)
  const asked = { ...(await toCallerParameters(scope, people)), threadId, most: limit + 1, offset }
  return countedPage(await scope.rows(selectReplies, asked), { limit, offset })
}
