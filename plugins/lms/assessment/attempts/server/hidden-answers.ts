import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf } from '#core/server/database/row-policy.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError } from '#core/server/errors.ts'
import { reachedSql } from '../../../shared/scores-contract.ts'
import { ANSWERS_HIDDEN } from '../contract.ts'

// Uses the edition that was answered, as `resultVisibleSql` does. Answers that are shown once have been shown on submission;
// answers that are never shown are visible to the caller once they can gain nothing by them any more.
const isOver = (t: string) => `(case
    when tc.details ->> 'feedback' in ('at_once', 'after_submission', 'once')
      then ${t}.state in ('finished', 'awaiting_grade')
    when tc.details ->> 'attempts' is null
      then ${t}.state = 'finished' and ${reachedSql(`${t}.score`, "(tc.details ->> 'passPercent')::int")}
    else false end
  or (
    select count(*) from lms_quiz_attempts tm where tm.tenant_id = ${t}.tenant_id and tm.enrollment_id = ${t}.enrollment_id
      and tm.lesson_id = ${t}.lesson_id and tm.cycle = ${t}.cycle
  ) >= (tc.details ->> 'attempts')::int + coalesce((
    select tw.extra_attempts from lms_attempt_allowances tw where tw.tenant_id = ${t}.tenant_id
      and tw.user_id = ${t}.user_id and tw.lesson_id = ${t}.lesson_id), 0))`

/**
 * Builds a SQL condition: the caller takes this quiz, and has yet to finish an attempt after which its answers are shown, or
 * the last one. Reads `$caller` and `$tenantId`.
 * @param quiz columns with the ids of the course and the lesson
 */
export const answersHiddenSql = ({ courseId, lessonId }: { courseId: string; lessonId: string }): string => `exists (
  select from lms_enrollments te
      join lms_courses tk on tk.owner = te.course_id_owner and tk.id = te.course_id
    where te.tenant_id = $tenantId and te.user_id = $caller::uuid and te.course_id = ${courseId}
      and exists (select from lms_course_versions tv where tv.owner = tk.owner and tv.course_id = tk.id
        and tv.number in (te.version, tk.version)
        and tv.outline -> 'lessons' @> jsonb_build_array(jsonb_build_object('id', ${lessonId})))
      and (
        exists (select from lms_quiz_attempts to_do where to_do.tenant_id = te.tenant_id and to_do.enrollment_id = te.id
          and to_do.lesson_id = ${lessonId} and to_do.finished_at is null)
        or not exists (select from lms_quiz_attempts t
            join lms_lesson_contents tc on tc.owner = te.course_id_owner and tc.course_id = t.course_id
              and tc.lesson_id = t.lesson_id and tc.edition = t.edition
          where t.tenant_id = te.tenant_id and t.enrollment_id = te.id and t.lesson_id = ${lessonId}
            and t.cycle = te.cycle and ${isOver('t')})))`

const selectIsHidden = statement(
  z.object({ isHidden: z.boolean() }),
  `select ${answersHiddenSql({ courseId: '$courseId::uuid', lessonId: '$lessonId::uuid' })} as "isHidden"`,
)

/**
 * Refuses callers who take a quiz access to its correct answers, and to the answers of others, before their own attempt.
 * Every reader of answers for graders and admins calls this, or uses `answersHiddenSql`.
 * @throws assessment.answers-hidden (403)
 */
export async function rejectTaker(
  scope: TenantScope,
  { courseId, lessonId }: { courseId: string; lessonId: string },
): Promise<void> {
  const { caller } = callerOf(scope)
  if (caller === undefined) return
  const [found] = await scope.rows(selectIsHidden, { tenantId: scope.tenantId, caller, courseId, lessonId })
  if (found?.isHidden)
    throw new AppError(
      ANSWERS_HIDDEN,
      403,
      'You take this assessment yourself. Answers are shown after your own attempt.',
    )
}
