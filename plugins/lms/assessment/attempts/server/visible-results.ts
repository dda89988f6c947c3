import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import type { QuizDetails } from '../../../authoring/questions/quiz-contract.ts'
import { isReached, reachedSql } from '../../../shared/scores-contract.ts'
import type { AttemptRow } from './attempt.ts'
import { countAttemptsLeft, type Standing } from './attempt-rules.ts'

const updateShownAt = statement(
  z.object({ id: z.uuid() }),
  `update lms_quiz_attempts set shown_at = coalesce(shown_at, $now)
    where tenant_id = $tenantId and id = $id and (shown_at is null or shown_at > $since) returning id`,
)

/** Milliseconds in which answers that are shown once may be requested again: a response gets lost now and then. */
const REPEAT_WINDOW_MS = 60_000

/** Decides if answers are shown now; where they are shown once, this call uses that up. */
export async function isResultVisible(
  scope: TenantScope,
  attempt: AttemptRow,
  details: QuizDetails,
  standing: Standing,
): Promise<boolean> {
  if (attempt.state !== 'finished' && attempt.state !== 'awaiting_grade') return false
  switch (details.feedback) {
    case 'at_once':
    case 'after_submission':
      return true
    case 'after_last_attempt': {
      const left = countAttemptsLeft(details, standing)
      // With unlimited attempts, a learner who has passed gains nothing by reading the answers.
      if (left === null) return attempt.score !== null && isReached(attempt.score, details.passPercent)
      return left === 0 && standing.openId === null
    }
    case 'once': {
      const now = scope.core.clock.now()
      const since = new Date(now.getTime() - REPEAT_WINDOW_MS).toISOString()
      const asked = { tenantId: scope.tenantId, id: attempt.id, now: now.toISOString(), since }
      return (await scope.rows(updateShownAt, asked)).length > 0
    }
    case 'never':
      return false
  }
}

/**
 * Builds the same condition on an attempt `a` for queries outside the review. Answers that are shown once are not shown again,
 * and this condition does not use that up.
 */
export const resultVisibleSql = (a: string): string => `(${a}.state in ('finished', 'awaiting_grade') and exists (
  select from lms_enrollments te
    join lms_lesson_contents tc on tc.owner = te.course_id_owner and tc.course_id = ${a}.course_id
      and tc.lesson_id = ${a}.lesson_id and tc.edition = ${a}.edition
    where te.tenant_id = ${a}.tenant_id and te.id = ${a}.enrollment_id and case tc.details ->> 'feedback'
      when 'at_once' then true
      when 'after_submission' then true
      when 'after_last_attempt' then case
        when tc.details ->> 'attempts' is null then ${reachedSql(`${a}.score`, "(tc.details ->> 'passPercent')::int")}
        else (
          select count(*) filter (where t.cycle = ${a}.cycle) >= (tc.details ->> 'attempts')::int + coalesce((
              select w.extra_attempts from lms_attempt_allowances w where w.tenant_id = ${a}.tenant_id
                and w.user_id = ${a}.user_id and w.lesson_id = ${a}.lesson_id), 0)
              and bool_and(t.finished_at is not null)
            from lms_quiz_attempts t where t.tenant_id = ${a}.tenant_id and t.enrollment_id = ${a}.enrollment_id
              and t.lesson_id = ${a}.lesson_id and (t.cycle = ${a}.cycle or t.finished_at is null))
        end
      else false end))`
