import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import { record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { countedPage, type PagedAnswer } from '#core/server/http/answers.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import { isVisibleWork } from '../../shared/server/seen-work.ts'
import { waitingPost, type WaitingPost } from '../moderation-contract.ts'
import { updatePostCounts } from './count-posts.ts'
import { PostModel, type PostRow } from './post.ts'
import { emailReply, type Guarded } from './reply-emails.ts'
import { removePostText } from './remove-post.ts'
import { lockPost, settleReports } from './reports.ts'

/** Maximum characters of the post shown beside a reply. */
const EXCERPT_LENGTH = 500

/** True for posts `p` in a viewer's review queue: of users whose work they see, which never includes their own. */
const isWaiting = (viewer: (typeof viewers)[number]) =>
  `p.tenant_id = $tenantId and p.waiting_since is not null and p.user_id is not null and ${isVisibleWork(viewer, 'p.user_id')}`

/** Titles of the course and the lesson of post `p`. */
export const postContext = `join lms_courses c on c.owner = p.course_id_owner and c.id = p.course_id
  left join lms_lessons l on l.owner = p.course_id_owner and l.id = p.lesson_id`

const reportsColumn = `(select coalesce(json_agg(o order by o."createdAt" desc), '[]') from (
  select w.first_name || ' ' || w.last_name as name, r.reason, r.text, r.created_at as "createdAt"
    from lms_post_reports r join users w on w.tenant_id = r.tenant_id and w.id = r.user_id
    where r.tenant_id = p.tenant_id and r.post_id = p.id and r.settled_at is null order by r.created_at desc limit 5) o)`

const selectWaitingPosts = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    waitingPost.extend({ total: z.number().int() }),
    `select p.id, c.title as course, coalesce(l.title, '') as lesson, p.text, left(t.text, ${EXCERPT_LENGTH}) as "repliesTo",
        json_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name, 'role', u.role) as author,
        p.held_because as "heldBecause", ${reportsColumn} as reports,
        (select h.until from lms_writing_holds h where h.tenant_id = p.tenant_id and h.user_id = p.user_id
          and h.until > $now::timestamptz) as "heldUntil",
        p.waiting_since as "waitingSince", p.created_at as "createdAt", p.updated_at as "updatedAt",
        (select count(*) from lms_posts p where ${isWaiting(viewer)})::int as total
      from lms_posts p ${postContext} join users u on u.tenant_id = p.tenant_id and u.id = p.user_id
        left join lms_posts t on t.tenant_id = p.tenant_id and t.id = p.thread_id
      where ${isWaiting(viewer)} order by p.waiting_since, p.id limit $most offset $offset`,
  ),
)

interface Paging {
  limit?: number | undefined
  offset?: number | undefined
}

/** Lists posts in the review queue, longest waiting first. */
export async function listWaiting(
  scope: TenantScope,
  { limit = LIST_CAP, offset = 0 }: Paging,
): Promise<PagedAnswer<WaitingPost>> {
  const now = scope.core.clock.now().toISOString()
  const asked = { tenantId: scope.tenantId, caller: callerOf(scope).caller ?? null, now, most: limit + 1, offset }
  const rows = await scope.rows(selectWaitingPosts({ viewer: viewerOf(scope) }), asked)
  return countedPage(rows, { limit, offset })
}

const countWaitingPosts = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    z.object({ count: z.number().int() }),
    `select count(*)::int as count from lms_posts p where ${isWaiting(viewer)}`,
  ),
)

export async function countWaiting(scope: TenantScope): Promise<{ count: number }> {
  const asked = { tenantId: scope.tenantId, caller: callerOf(scope).caller ?? null }
  const [{ count } = { count: 0 }] = await scope.rows(countWaitingPosts({ viewer: viewerOf(scope) }), asked)
  return { count }
}

const selectCourseOfPost = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    z.object({ title: z.string() }),
    `select c.title from lms_posts p join lms_courses c on c.owner = p.course_id_owner and c.id = p.course_id
      where p.tenant_id = $tenantId and p.id = $id and ${isVisibleWork(viewer, 'p.user_id')}`,
  ),
)

/** Locks a post that the caller may review, with the title of its course. @throws not-found */
async function postToDecide(scope: TenantScope, id: string): Promise<{ row: PostRow; title: string }> {
  const asked = { tenantId: scope.tenantId, caller: callerOf(scope).caller ?? null, id }
  const [found] = await scope.rows(selectCourseOfPost({ viewer: viewerOf(scope) }), asked)
  if (!found) throw notFound('Post')
  const { row } = await lockPost(scope, id)
  if (row.state === 'removed' || row.userId === null) throw notFound('Post')
  return { row, title: found.title }
}

interface Decided {
  updatedAt?: string | undefined
}

/**
 * Approves a post: others see it, and it is final.
 * @throws not-found, outdated (409) if `updatedAt` has changed
 */
export async function approvePost(
  scope: TenantScope,
  id: string,
  { updatedAt }: Decided,
  guarded: Guarded,
): Promise<void> {
  const { row, title } = await postToDecide(scope, id)
  refuseOutdated('this post', row.updatedAt, updatedAt)
  const now = scope.core.clock.now().toISOString()
  await PostModel.query(scope.trx)
    .findById(id)
    .patch({
      state: 'shown',
      heldBecause: [],
      shownAt: row.shownAt ?? now,
      waitingSince: null,
      decidedAt: now,
      decidedBy: callerOf(scope).caller ?? null,
      updatedAt: nextVersion(scope.core.clock, row.updatedAt),
    })
  await settleReports(scope, id)
  await updatePostCounts(scope, row)
  // A post that others have seen before is no news.
  if (row.threadId !== null && row.shownAt === null) {
    await emailReply(scope, { threadId: row.threadId, replierId: row.userId }, guarded)
  }
  await record(scope, {
    action: 'post.approved',
    category: 'system',
    description: `Let a post in a discussion of the course ${title} be seen`,
    resource: 'post',
    resourceId: id,
    metadata: { because: row.heldBecause },
  })
}

/** Removes a post. @throws not-found, outdated (409) if `updatedAt` has changed */
export async function removePost(
  scope: TenantScope,
  id: string,
  { updatedAt, reason }: Decided & { reason: string },
): Promise<void> {
  const { row, title } = await postToDecide(scope, id)
  refuseOutdated('this post', row.updatedAt, updatedAt)
  await removePostText(scope, row, reason)
  await record(scope, {
    action: 'post.removed',
    category: 'system',
    description: `Removed a post in a discussion of the course ${title}`,
    resource: 'post',
    resourceId: id,
    metadata: { because: row.heldBecause },
  })
}
