import type { TenantScope } from '#core/server/core.ts'
import { callerOf } from '#core/server/database/row-policy.ts'
import { AppError, invalidField } from '#core/server/errors.ts'
import { refuseOutdated } from '#core/server/versions.ts'
import { recordResults } from '../../../delivery/learning/server/results.ts'
import { queueWork } from '../../work/server/handing-in.ts'
import type { NewHandIn, OwnHandIn } from '../contract.ts'
import { computeSecondsLate } from './due.ts'
import { updateDraft, rejectClosed } from './save-draft.ts'
import { HandInModel, HandInVersionModel, type HandInRow } from './hand-in.ts'
import {
  lockOwnSubmission,
  lockTeam,
  lockHandIn,
  listMembers,
  openHandIn,
  type HandInMember,
  type LockedSubmission,
} from './lock-submission.ts'
import { emailReceipts } from './emails.ts'
import { toOwnHandIn, readVersion } from './read-hand-in.ts'

/**
 * Submits a version for the caller and all members of their team; once, even if the request is repeated.
 * @throws outdated (409) if another version was saved or submitted since, hand-in.refused (409) if submissions are refused,
 * invalid (400) at missing parts, not-found, forbidden (403)
 */
export async function handIn(scope: TenantScope, lessonId: string, input: NewHandIn): Promise<OwnHandIn> {
  const people = await lockTeam(scope, lessonId)
  const held = await lockOwnSubmission(scope, lessonId)
  const row = await openHandIn(scope, held)
  if (await isAgain(scope, row, input)) return toOwnHandIn(scope, held, row)
  rejectUnasked(held, input)
  await rejectClosed(scope, held, row)
  const members = await listMembers(scope, row.id)
  if (members.some(({ enrollmentId }) => enrollmentId !== held.enrollmentId && !people.has(enrollmentId))) {
    throw new AppError('hand-in.team-changed', 409, 'A teammate just joined. Check the submission, then submit again.')
  }
  await updateDraft(scope, row, input)
  const handedInAt = scope.core.clock.now().toISOString()
  const lateSeconds = await computeLateness(scope, held, row)
  const { text, links, fileIds, number } = input
  const { caller: userId = null } = callerOf(scope)
  await HandInVersionModel.query(scope.trx).insert({
    handInId: row.id,
    number,
    userId,
    text,
    links,
    fileIds,
    courseVersion: held.courseVersion,
    handedInAt,
    dueAt: held.due.dueAt,
    lateSeconds,
  })
  await HandInModel.query(scope.trx).findById(row.id).patch({ state: 'handed-in', number, handedInAt })
  await recordResults(
    scope,
    held,
    members.map(({ enrollmentId, cycle }) => ({
      enrollmentId,
      cycle,
      handedInAt,
      isAwaitingGrade: true,
      // The submission replaces the score for missing work.
      ...(number === 1 && { score: null }),
    })),
  )
  await queueForGrading(scope, held, row.id, members, { number, handedInAt, lateSeconds })
  await emailReceipts(scope, held, members, { number, handedInAt, lateSeconds, files: fileIds.length })
  return toOwnHandIn(scope, held, await lockHandIn(scope, row.id))
}

/** Adds the version to the grading queue, as the work of its submitter. */
async function queueForGrading(
  scope: TenantScope,
  { courseId, lessonId, enrollmentId, cycle }: LockedSubmission,
  subjectId: string,
  members: readonly HandInMember[],
  version: { number: number; handedInAt: string; lateSeconds: number },
): Promise<void> {
  const self = members.find((member) => member.enrollmentId === enrollmentId)
  if (!self) throw new Error('The submitter is one of the authors')
  const teamIds = members.filter((member) => member !== self).map(({ userId }) => userId)
  const handedIn = { subjectId, enrollmentId, userId: self.userId, teamIds, cycle, ...version }
  await queueWork(scope, { kind: 'hand-in', courseId, lessonId }, [handedIn])
}

/**
 * Checks if the version was submitted already, by a second press of the button.
 * @throws outdated (409) if another version was
 */
async function isAgain(scope: TenantScope, row: HandInRow, { number, text, links, fileIds }: NewHandIn) {
  if (number === row.number + 1) return false
  const last = number === row.number ? await readVersion(scope, row.id, number) : undefined
  const handedIn = last && JSON.stringify([last.text, last.links, last.files.map(({ id }) => id)])
  if (handedIn === JSON.stringify([text, links, fileIds])) return true
  refuseOutdated('the submission', row.handedInAt, null)
  return false
}

/** @throws invalid (400) if the version is empty, or has parts that the lesson does not accept */
function rejectUnasked({ details: { accepts } }: LockedSubmission, { text, links, fileIds }: NewHandIn): void {
  if (text !== '' && !accepts.includes('text')) throw invalidField('text', 'No text is asked for')
  if (links.length > 0 && !accepts.includes('link')) throw invalidField('links', 'No link is asked for')
  if (fileIds.length > 0 && !accepts.includes('file')) throw invalidField('fileIds', 'No files are asked for')
  if (text !== '' || links.length > 0 || fileIds.length > 0) return
  const [first] = accepts
  const field = first === 'file' ? 'fileIds' : first === 'link' ? 'links' : 'text'
  throw invalidField(field, 'There is nothing to submit yet')
}

/** Computes lateness. Returned work does not become late by being resubmitted. */
async function computeLateness(scope: TenantScope, { due }: LockedSubmission, row: HandInRow): Promise<number> {
  const late = computeSecondsLate(due.dueAt, scope.core.clock.now())
  if (row.state !== 'returned') return late
  return Math.min(late, (await readVersion(scope, row.id, row.number))?.lateSeconds ?? late)
}
