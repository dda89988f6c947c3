import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import { record, referTo } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { countedPage, type PagedAnswer } from '#core/server/http/answers.ts'
import { isVisibleWork } from '../../shared/server/seen-work.ts'
import {
  holdEnds,
  removedPost,
  writingHold,
  type NewHold,
  type RemovedPost,
  type WritingHold,
} from '../moderation-contract.ts'
import { postContext } from './moderate-posts.ts'
import { WritingHoldModel } from './post.ts'

interface Paging {
  limit?: number | undefined
  offset?: number | undefined
}

const columns = `json_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name, 'role', u.role) as "user",
  h.until, h.reason, h.created_at as "createdAt"`

const selectHolds = variants({ viewer: viewers, isOfOne: [true, false] }, ({ viewer, isOfOne }) =>
  statement(
    writingHold.extend({ total: z.number().int() }),
    `select ${columns}, (count(*) over ())::int as total
      from lms_writing_holds h join users u on u.tenant_id = h.tenant_id and u.id = h.user_id
      where h.tenant_id = $tenantId and h.until > $now::timestamptz and ${isVisibleWork(viewer, 'h.user_id')}
        ${isOfOne ? 'and h.user_id = $userId' : ''}
      order by h.until, h.id limit $most offset $offset`,
  ),
)

const toCallerParameters = (scope: TenantScope) => ({
  tenantId: scope.tenantId,
  caller: callerOf(scope).caller ?? null,
  now: scope.core.clock.now().toISOString(),
})

/** Lists restricted authors, ordered by the end of the restriction. */
export async function listHolds(
  scope: TenantScope,
  { limit = LIST_CAP, offset = 0 }: Paging,
): Promise<PagedAnswer<WritingHold>> {
  const asked = { ...toCallerParameters(scope), most: limit + 1, offset }
  return countedPage(await scope.rows(selectHolds({ viewer: viewerOf(scope), isOfOne: false }), asked), {
    limit,
    offset,
  })
}

const selectVisibleUser = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    z.object({ id: z.string() }),
    `select u.id from users u
      where u.tenant_id = $tenantId and u.id = $userId and ${isVisibleWork(viewer, 'u.id')}`,
  ),
)

/** Checks that the caller moderates the user. @throws not-found */
async function requireSeen(scope: TenantScope, userId: string): Promise<void> {
  const { now: _, ...asked } = toCallerParameters(scope)
  const [found] = await scope.rows(selectVisibleUser({ viewer: viewerOf(scope) }), { ...asked, userId })
  if (!found) throw notFound('Person')
}

/** Restricts an author, replacing an earlier restriction. @throws not-found */
export async function restrictAuthor(
  scope: TenantScope,
  userId: string,
  { days, reason }: NewHold,
): Promise<WritingHold> {
  await requireSeen(scope, userId)
  const now = scope.core.clock.now()
  const until = holdEnds(now, days)
  const { caller: setBy = null } = callerOf(scope)
  await WritingHoldModel.query(scope.trx)
    .insert({ userId, until, reason, setBy, createdAt: now.toISOString() })
    .onConflict(['tenantId', 'userId'])
    .merge(['until', 'reason', 'setBy', 'createdAt'])
  await record(scope, {
    action: 'person.posts-held',
    category: 'system',
    description: `Held the posts of ${referTo('user', userId)} in discussions`,
    resource: 'user',
    resourceId: userId,
    after: { until },
  })
  const asked = { ...toCallerParameters(scope), userId, most: 1, offset: 0 }
  const [hold] = await scope.rows(selectHolds({ viewer: viewerOf(scope), isOfOne: true }), asked)
  if (!hold) throw new Error('A hold that was written is there')
  const { total: _, ...written } = hold
  return written
}

/** Ends a restriction, if there is one. @throws not-found */
export async function endHold(scope: TenantScope, userId: string): Promise<void> {
  await requireSeen(scope, userId)
  await WritingHoldModel.query(scope.trx).delete().where({ userId })
  await record(scope, {
    action: 'person.posts-let-go',
    category: 'system',
    description: `Held the posts of ${referTo('user', userId)} in discussions no longer`,
    resource: 'user',
    resourceId: userId,
  })
}

const selectRemovedPosts = statement(
  removedPost.extend({ total: z.number().int() }),
  `select r.id, c.title as course, coalesce(l.title, '') as lesson, r.text, u.first_name || ' ' || u.last_name as author,
      r.reason, b.first_name || ' ' || b.last_name as "removedBy", r.removed_at as "removedAt", r.forget_at as "forgetAt",
      (count(*) over ())::int as total
    from lms_removed_posts r join lms_posts p on p.tenant_id = r.tenant_id and p.id = r.post_id ${postContext}
      join users u on u.tenant_id = r.tenant_id and u.id = r.user_id left join users b on b.id = r.removed_by
    where r.tenant_id = $tenantId and r.forget_at > $now::timestamptz
    order by r.removed_at desc, r.id limit $most offset $offset`,
)

/** Lists removed posts, newest first. */
export async function listRemoved(
  scope: TenantScope,
  { limit = LIST_CAP, offset = 0 }: Paging,
): Promise<PagedAnswer<RemovedPost>> {
  const { caller: _, ...asked } = toCallerParameters(scope)
  return countedPage(await scope.rows(selectRemovedPosts, { ...asked, most: limit + 1, offset }), { limit, offset })
}
