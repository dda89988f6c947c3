import type { TenantScope } from '#core/server/core.ts'
import { callerOf } from '#core/server/database/row-policy.ts'
import { nextVersion } from '#core/server/versions.ts'
import { RETENTION_DAYS } from '../moderation-contract.ts'
import { updatePostCounts } from './count-posts.ts'
import { PostModel, RemovedPostModel, type PostRow } from './post.ts'
import { settleReports } from './reports.ts'

const DAY_MS = 86_400_000

/** Removes a post whose row is locked: a stub stays in its place, and a record for admins for 90 days. */
export async function removePostText(scope: TenantScope, row: PostRow, reason: string): Promise<void> {
  const at = scope.core.clock.now()
  const [now, forgetAt] = [at, new Date(at.getTime() + RETENTION_DAYS * DAY_MS)].map((time) => time.toISOString())
  const { caller: by = null } = callerOf(scope)
  if (row.userId !== null) {
    await RemovedPostModel.query(scope.trx).insert({
      postId: row.id,
      userId: row.userId,
      text: row.text,
      reason,
      removedBy: by,
      removedAt: now,
      forgetAt,
    })
  }
  await PostModel.query(scope.trx)
    .findById(row.id)
    .patch({
      text: '',
      state: 'removed',
      heldBecause: [],
      waitingSince: null,
      decidedAt: now,
      decidedBy: by,
      updatedAt: nextVersion(scope.core.clock, row.updatedAt),
    })
  await settleReports(scope, row.id)
  await updatePostCounts(scope, row)
}
