import { z } from 'zod'
import { record, referTo } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf } from '#core/server/database/row-policy.ts'
import { statement } from '#core/server/database/statement.ts'
import { applyAllowance } from '../../attempts/server/allowances.ts'
import type { LearnerAttempts, NewAllowance } from '../contract.ts'
import { listLearnerAttempts } from './attempts.ts'
import { getPublishedQuiz, type OfQuiz } from './quiz.ts'
import { getLearnerResult } from './results.ts'

const upsertAllowance = statement(
  z.object({ isNew: z.boolean() }),
  `insert into lms_attempt_allowances as w (user_id, course_id, lesson_id, extra_minutes, extra_attempts, reason, given_by,
      updated_at)
    values ($userId, $courseId, $lessonId, $extraMinutes, $extraAttempts, $reason, $caller, $now)
    on conflict (tenant_id, user_id, lesson_id) do update set extra_minutes = excluded.extra_minutes,
      extra_attempts = excluded.extra_attempts, reason = excluded.reason, given_by = excluded.given_by,
      updated_at = excluded.updated_at
      where (w.extra_minutes, w.extra_attempts, w.reason)
        is distinct from (excluded.extra_minutes, excluded.extra_attempts, excluded.reason)
    returning true as "isNew"`,
)

/**
 * Replaces a learner's allowance for a quiz; an attempt in progress has the new time at once, and never less than it had.
 * @throws not-found if there is no such quiz, or the caller may not see the learner's work
 */
export async function setAllowance(
  scope: TenantScope,
  of: OfQuiz & { userId: string },
  { extraMinutes, extraAttempts, reason }: NewAllowance,
): Promise<LearnerAttempts> {
  const { userId, ...quiz } = of
  const { lesson } = await getPublishedQuiz(scope, quiz)
  await getLearnerResult(scope, quiz, userId)
  const now = scope.core.clock.now().toISOString()
  const given = { ...of, extraMinutes, extraAttempts, reason, now, caller: callerOf(scope).caller ?? null }
  if ((await scope.rows(upsertAllowance, given)).length > 0) {
    await applyAllowance(scope, { userId, lessonId: quiz.lessonId })
    await record(scope, {
      action: 'assessment.allowance-set',
      category: 'system',
      description: `Granted ${referTo('user', userId)} ${extraMinutes} more minutes and ${extraAttempts} more attempts for the quiz ${lesson}`,
      resource: 'lesson',
      resourceId: quiz.lessonId,
      metadata: { userId, extraMinutes, extraAttempts },
    })
  }
  return listLearnerAttempts(scope, quiz, userId)
}
