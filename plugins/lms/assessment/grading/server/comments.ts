import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, notFound } from '#core/server/errors.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import type { GradingComment } from '../contract.ts'
import { GradingCommentModel } from './grade.ts'

/** Maximum number of comments that one grader saves. */
export const MAX_COMMENTS = 500

const selectOwnComments = statement(
  z.object({ id: z.uuid(), text: z.string() }),
  `select id, text from lms_grading_comments where tenant_id = $tenantId and user_id = $caller::uuid
    order by created_at desc, id desc limit $most offset $offset`,
)

const toCallerParameters = (scope: TenantScope) => ({ tenantId: scope.tenantId, caller: scope.actor.user?.id ?? null })

/** Lists the caller's comments, newest first. */
export async function listGradingComments(
  scope: TenantScope,
  { limit = LIST_CAP, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
): Promise<PagedAnswer<GradingComment>> {
  const rows = await scope.lastRows(selectOwnComments, { ...toCallerParameters(scope), most: limit + 1, offset })
  return new PagedAnswer(rows, { limit, offset })
}

const lockComments = statement(
  `select pg_advisory_xact_lock(hashtextextended('lms.grading-comments:' || $tenantId::text || $caller::text, 0))`,
)

const countOwnComments = statement(
  z.object({ count: z.number().int() }),
  'select count(*)::int as count from lms_grading_comments where tenant_id = $tenantId and user_id = $caller::uuid',
)

/** @throws grading.most-comments (409) */
export async function addGradingComment(scope: TenantScope, text: string): Promise<GradingComment> {
  await scope.rows(lockComments, toCallerParameters(scope))
  const [{ count } = { count: 0 }] = await scope.rows(countOwnComments, toCallerParameters(scope))
  if (count >= MAX_COMMENTS) {
    throw new AppError('grading.most-comments', 409, `At most ${MAX_COMMENTS} comments are kept. Remove one first.`)
  }
  const { id } = await GradingCommentModel.query(scope.trx).insert({
    userId: scope.actor.user?.id ?? '',
    text,
    createdAt: scope.core.clock.now().toISOString(),
  })
  return { id, text }
}

/** @throws not-found if the caller has no such comment */
export async function removeGradingComment(scope: TenantScope, id: string): Promise<void> {
  const { tenantId, caller } = toCallerParameters(scope)
  const removed = await GradingCommentModel.query(scope.trx).where({ tenantId, id, userId: caller }).delete()
  if (removed === 0) throw notFound('Comment')
}
