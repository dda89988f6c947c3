import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf } from '#core/server/database/row-policy.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, invalidField } from '#core/server/errors.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import type { HandInDraft, OwnHandIn } from '../contract.ts'
import { HandInModel, type HandInRow } from './hand-in.ts'
import { findHandIn, lockOwnSubmission, openHandIn, type LockedSubmission } from './lock-submission.ts'
import { listFiles, readVersion } from './read-hand-in.ts'
import { findRefusal } from './hand-in-rules.ts'

/**
 * Saves a draft.
 * @throws outdated (409) if another tab or another member of the team has saved since, hand-in.refused (409) if
 * submissions are refused, invalid (400) at `fileIds`, not-found, forbidden (403)
 */
export async function saveDraft(scope: TenantScope, lessonId: string, draft: HandInDraft): Promise<OwnHandIn['draft']> {
  const held = await lockOwnSubmission(scope, lessonId)
  const row = await openHandIn(scope, held)
  await rejectClosed(scope, held, row)
  const { text, links, files, updatedAt } = await updateDraft(scope, row, draft)
  return { text, links, files, updatedAt }
}

/** @throws hand-in.refused (409) with the reason why nothing can be submitted now */
export async function rejectClosed(scope: TenantScope, held: LockedSubmission, row: HandInRow): Promise<void> {
  const latest = row.number === 0 ? undefined : await readVersion(scope, row.id, row.number)
  const refusal = findRefusal(held, row, latest?.feedback ?? null, scope.core.clock.now())
  if (refusal !== null) throw new AppError('hand-in.refused', 409, refusal)
}

/** Updates the draft of a locked row. @throws outdated (409), invalid (400) at `fileIds` */
export async function updateDraft(scope: TenantScope, row: HandInRow, draft: HandInDraft) {
  refuseOutdated('this draft', row.updatedAt, draft.updatedAt)
  const { text, links, fileIds } = draft
  const files = await listFiles(scope, row.id, fileIds)
  if (files.length < fileIds.length) throw invalidField('fileIds', 'One of these files is not there any more')
  const updatedAt = nextVersion(scope.core.clock, row.updatedAt)
  await HandInModel.query(scope.trx).findById(row.id).patch({ text, links, fileIds, updatedAt })
  return { text, links, files, updatedAt }
}

const updateSeenAt = statement(
  z.object({ id: z.uuid() }),
  `update lms_hand_in_members set seen_at = $now
    where tenant_id = $tenantId and hand_in_id = $handInId and user_id = $caller returning id`,
)

/** Marks the feedback as seen by the caller. @throws not-found, forbidden (403) */
export async function markFeedbackSeen(scope: TenantScope, lessonId: string): Promise<void> {
  const found = await findHandIn(scope, await lockOwnSubmission(scope, lessonId))
  if (!found) return
  const { caller = null } = callerOf(scope)
  const now = scope.core.clock.now().toISOString()
  await scope.rows(updateSeenAt, { tenantId: scope.tenantId, handInId: found.id, caller, now })
}
