import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf } from '#core/server/database/row-policy.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, notFound } from '#core/server/errors.ts'
import type { TenantAppServices } from '#plugins/tenant-app/plugin.ts'
import { updatePostCounts, lockAuthor } from './count-posts.ts'
import { PostModel, type PostRow } from './post.ts'
import { enterPost, type Separation } from './list-posts.ts'

/** Service that knows ages; undefined while that plugin is off. */
type Ages = Pick<TenantAppServices, 'ageOf'> | undefined

/** Age in years from which a user is no minor. */
const AGE_OF_MAJORITY = 18

const lockPostRow = statement(
  z.object({ id: z.uuid(), role: z.string().nullable() }),
  `select p.id, (select u.role from users u where u.tenant_id = p.tenant_id and u.id = p.user_id) as role
    from lms_posts p where p.tenant_id = $tenantId and p.id = $id for update of p`,
)

/** Locks a post for a decision. @throws not-found */
export async function lockPost(scope: TenantScope, id: string): Promise<{ row: PostRow; role: string | null }> {
  await lockAuthor(scope, id)
  const [lock] = await scope.rows(lockPostRow, { tenantId: scope.tenantId, id })
  const row = lock && (await PostModel.query(scope.trx).findById(id))
  if (!row) throw notFound('Post')
  return { row, role: lock.role }
}

const insertReport = statement(
  z.object({ id: z.uuid() }),
  `insert into lms_post_reports (post_id, user_id, author_id, text, reason, created_at)
    values ($postId, $caller, $authorId, $text, $reason, $now)
    on conflict (tenant_id, post_id, user_id) do nothing returning id`,
)

/**
 * Reports a post, once per user; that of a minor is hidden until it is reviewed.
 * @throws as `enterPost`, `post.own` (409)
 */
export async function reportPost(
  scope: TenantScope,
  id: string,
  reason: string,
  people: Ages & Separation,
): Promise<void> {
  const { post } = await enterPost(scope, id, people)
  if (post.isOwn) throw new AppError('post.own', 409, 'It is your own post. You can remove it.')
  const { row, role } = await lockPost(scope, id)
  // A user who has seen the post may report it while others do.
  if (row.state === 'removed' || row.userId === null) return
  const now = scope.core.clock.now().toISOString()
  const { caller = null } = callerOf(scope)
  const values = { postId: id, caller, authorId: row.userId, text: row.text, reason, now }
  if ((await scope.rows(insertReport, values)).length === 0) return
  const isHidden = row.state === 'shown' && (await isMinor(scope, row.userId, role, people))
  await PostModel.query(scope.trx)
    .findById(id)
    .patch({
      waitingSince: row.waitingSince ?? now,
      ...(isHidden ? { state: 'held', heldBecause: ['reported'] } : {}),
    })
  if (isHidden) await updatePostCounts(scope, row)
}

/** Checks if the author is a minor: students count as such unless they are known to be of age. */
async function isMinor(scope: TenantScope, userId: string, role: string | null, ages: Ages): Promise<boolean> {
  if (role !== 'student') return false
  return ((await ages?.ageOf(scope, userId)) ?? 0) < AGE_OF_MAJORITY
}

const updateSettledReports = statement(
  `update lms_post_reports set settled_at = $now
    where tenant_id = $tenantId and post_id = $postId and settled_at is null`,
)

/** Closes the reports of a post after a decision about it. */
export async function settleReports(scope: TenantScope, postId: string): Promise<void> {
  await scope.rows(updateSettledReports, {
    tenantId: scope.tenantId,
    postId,
    now: scope.core.clock.now().toISOString(),
  })
}
