import { z } from 'zod'
import { record, referTo } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError } from '#core/server/errors.ts'
import { NETWORK_GRACE_MS } from '../../attempts/contract.ts'
import { getEdition, lockAttemptsInOrder, type AttemptRow } from '../../attempts/server/attempt.ts'
import { publishResults } from '../../attempts/server/finish-attempt.ts'
import type { QuizEdition } from '../../attempts/server/paper.ts'
import { recordResults } from '../../../delivery/learning/server/results.ts'
import { getKind } from '../../../authoring/lessons/kinds/contract.ts'
import type { AttemptSeen } from '../contract.ts'
import { getVisibleAttempt, seeAttempt } from './attempts.ts'

const MINUTE_MS = 60_000

const selectWorkStanding = statement(
  z.object({ isGraded: z.boolean(), hasOpen: z.boolean() }),
  `select exists (select from lms_quiz_answers w where w.tenant_id = a.tenant_id and w.attempt_id = a.id
        and w.grader_id is not null)
        or exists (select from lms_work k where k.tenant_id = a.tenant_id and k.kind = 'attempt' and k.subject_id = a.id
          and k.state <> 'waiting') as "isGraded",
      exists (select from lms_quiz_attempts o where o.tenant_id = a.tenant_id and o.enrollment_id = a.enrollment_id
        and o.lesson_id = a.lesson_id and o.finished_at is null) as "hasOpen"
    from lms_quiz_attempts a where a.tenant_id = $tenantId and a.id = $id`,
)

// Work that is not submitted, or does not count, leaves the grading queue.
const deleteWork = statement(
  `delete from lms_work where tenant_id = $tenantId and kind = 'attempt' and subject_id = $id and state <> 'posted'`,
)

const updateReopenedAttempt = statement(
  `update lms_quiz_attempts set state = 'in_progress', finished_at = null, ends_at = $endsAt, check_at = $checkAt,
      points = null, score = null, score_before_regrade = null
    where tenant_id = $tenantId and id = $id`,
)

const updateDiscardedAttempt = statement(
  `update lms_quiz_attempts set state = 'discarded', finished_at = coalesce(finished_at, $now), check_at = null,
      points = null, score = null, score_before_regrade = null
    where tenant_id = $tenantId and id = $id`,
)

const countAttempts = statement(
  z.object({ count: z.number().int() }),
  `select count(*)::int as count from lms_quiz_attempts
    where tenant_id = $tenantId and enrollment_id = $enrollmentId and lesson_id = $lessonId and cycle = $cycle
      and state in ('finished', 'awaiting_grade')`,
)

/** Locks an attempt that the caller may grade. @throws not-found */
async function lockVisibleAttempt(scope: TenantScope, attemptId: string): Promise<AttemptRow> {
  const [held] = await lockAttemptsInOrder(scope, [await getVisibleAttempt(scope, attemptId)])
  if (!held) throw new Error('An attempt that was found is there')
  return held
}

/** Saves the score that counts without the attempt; if that was the only one, the score becomes unknown. */
async function countWithout(scope: TenantScope, attempt: AttemptRow, quiz: QuizEdition): Promise<void> {
  const { enrollmentId, lessonId, cycle } = attempt
  const { tenantId } = scope
  await scope.rows(deleteWork, { tenantId, id: attempt.id })
  const [left] = await scope.rows(countAttempts, { tenantId, enrollmentId, lessonId, cycle })
  if ((left?.count ?? 0) > 0) return publishResults(scope, [{ ...attempt, state: 'discarded' }], quiz)
  const nothing = { enrollmentId, cycle, score: null, isAwaitingGrade: false }
  await recordResults(scope, { lessonId, kind: getKind('quiz'), details: quiz.details }, [nothing])
}

/**
 * Reopens an attempt that is over, with its answers. It does not count until it is submitted again; a completion stays.
 * @param minutes from now on, if the quiz has a time limit
 * @throws not-found, attempt.open, attempt.graded (409)
 */
export async function reopenAttempt(scope: TenantScope, attemptId: string, minutes: number): Promise<AttemptSeen> {
  const attempt = await lockVisibleAttempt(scope, attemptId)
  const { tenantId } = scope
  const [work] = await scope.rows(selectWorkStanding, { tenantId, id: attemptId })
  if (work?.hasOpen)
    throw new AppError('attempt.open', 409, 'Another attempt is in progress: only one is possible at a time.')
  if (work?.isGraded) {
    throw new AppError('attempt.graded', 409, 'It has been graded. Grant another attempt instead.')
  }
  const quiz = await getEdition(scope, attempt)
  const end = attempt.endsAt === null ? null : scope.core.clock.now().getTime() + minutes * MINUTE_MS
  await scope.rows(updateReopenedAttempt, {
    tenantId,
    id: attemptId,
    endsAt: end === null ? null : new Date(end).toISOString(),
    checkAt: end === null ? null : new Date(end + NETWORK_GRACE_MS).toISOString(),
  })
  await countWithout(scope, attempt, quiz)
  return recordAct(scope, attemptId, 'assessment.attempt-reopened', 'Reopened')
}

/** Discards an attempt, so that it does not count. @throws not-found */
export async function discardAttempt(scope: TenantScope, attemptId: string): Promise<AttemptSeen> {
  const attempt = await lockVisibleAttempt(scope, attemptId)
  if (attempt.state === 'discarded') return seeAttempt(scope, attemptId)
  const quiz = await getEdition(scope, attempt)
  await scope.rows(updateDiscardedAttempt, {
    tenantId: scope.tenantId,
    id: attemptId,
    now: scope.core.clock.now().toISOString(),
  })
  await countWithout(scope, attempt, quiz)
  return recordAct(scope, attemptId, 'assessment.attempt-discarded', 'Discarded')
}

async function recordAct(scope: TenantScope, attemptId: string, action: string, did: string): Promise<AttemptSeen> {
  const seen = await seeAttempt(scope, attemptId)
  await record(scope, {
    action,
    category: 'system',
    description: `${did} attempt ${seen.number} of ${referTo('user', seen.userId)} at ${seen.lesson}`,
    resource: 'attempt',
    resourceId: attemptId,
  })
  return seen
}
