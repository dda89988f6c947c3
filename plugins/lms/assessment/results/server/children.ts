import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { countedPage, type PagedAnswer } from '#core/server/http/answers.ts'
import type { TenantAppServices } from '#plugins/tenant-app/plugin.ts'
import { handInFeedback } from '../../handins/feedback-contract.ts'
import { childGrade, type ChildGrade } from '../children-contract.ts'

// Progress holds no score before it is shown, and a version no feedback before it is posted. Outlines are opened for the
// rows of a page alone.
const selectGrades = statement(
  childGrade.extend({ courseId: z.uuid(), total: z.number().int() }),
  `select g.course_id as "courseId", g.lesson_id as "lessonId", v.title as course,
      coalesce(o.lesson ->> 'title', '') as lesson, g.score, g.feedback,
      case when g.how = 'excused' or g.outcome = 'excused' then 'excused'
        when g.score is null and g.outcome = 'returned' then 'returned'
        when (g.feedback ->> 'isPassed')::boolean then 'passed'
        when (g.feedback ->> 'isPassed')::boolean is false then 'not-passed'
        when g.outcome is not null or o.lesson ->> 'contentType' not in ('quiz', 'assessment') then 'graded'
        when g.completed_at is not null then 'passed' else 'not-passed' end as outcome,
      g.at, g.total
    from (
      select p.id, p.lesson_id, p.score, p.how, p.completed_at, e.course_id, e.course_id_owner, e.version, h.outcome,
          h.feedback, t.at, (count(*) over ())::int as total
        from lms_lesson_progress p
          join lms_enrollments e on e.tenant_id = p.tenant_id and e.id = p.enrollment_id and e.cycle = p.cycle
          left join lateral (
            select w.outcome, w.feedback
              from lms_hand_in_members m
                join lms_hand_in_versions w on w.tenant_id = m.tenant_id and w.hand_in_id = m.hand_in_id
              where m.tenant_id = p.tenant_id and m.enrollment_id = p.enrollment_id and m.cycle = p.cycle
                and m.lesson_id = p.lesson_id and w.outcome is not null
              order by w.number desc limit 1
          ) h on true
          cross join lateral (
            select coalesce((h.feedback ->> 'postedAt')::timestamptz, p.completed_at, p.last_beat_at) as at
          ) t
        where p.tenant_id = $tenantId and p.user_id = $userId
          and (p.score is not null or p.how = 'excused' or h.outcome is not null)
        order by t.at desc, p.id limit $most offset $offset
    ) g
      join lms_course_versions v on v.owner = g.course_id_owner and v.course_id = g.course_id and v.number = g.version
      left join lateral (
        select one as lesson from jsonb_array_elements(v.outline -> 'lessons') one where one ->> 'id' = g.lesson_id::text
      ) o on true
    order by g.at desc, g.id`,
)

/** Lists posted grades of one learner, the newest first. */
export async function listGrades(scope: TenantScope, userId: string, page: { most: number; offset: number }) {
  const rows = await scope.rows(selectGrades, { tenantId: scope.tenantId, userId, ...page })
  // A version stores more than its learners see.
  return rows.map((row) => ({ ...row, feedback: row.feedback && handInFeedback.parse(row.feedback) }))
}

/**
 * Lists grades of a child of the caller, for quizzes and submissions; students without an account have none.
 * @param families undefined while that plugin is off
 * @throws not-found if the caller sees no such child
 */
export async function listChildGrades(
  scope: TenantScope,
  studentId: string,
  { limit = LIST_CAP, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
  families: Pick<TenantAppServices, 'accountOfStudent'> | undefined,
): Promise<PagedAnswer<ChildGrade>> {
  if (!families) throw notFound('Student')
  const userId = await families.accountOfStudent(scope, studentId)
  const rows = userId === null ? [] : await listGrades(scope, userId, { most: limit + 1, offset })
  return countedPage(rows, { limit, offset }, ({ courseId: _, ...grade }) => grade)
}
