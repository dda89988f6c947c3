import { z } from 'zod'
import type { Scope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { emit } from '#core/server/events/events.ts'
import { courseCompleted } from './events.ts'
import { logLearning } from './learning-log.ts'

/** True if a lesson `l` of a version can be completed, by the same rule as in the gate: an unfinished one cannot. */
export const canBeDone = '(coalesce(jsonb_array_length(l.unfinished), 0) = 0)'

/**
 * Joins counts of enrollments `e`, as `n`. `required`: lessons of the version that count, which are the required ones, or all
 * that can be completed if none is; `done`: completed ones of these in this cycle; `isChecked`: true if the server has
 * checked one of these.
 */
export const progressCounts = `join lms_course_versions v on v.owner = e.course_id_owner and v.course_id = e.course_id
    and v.number = e.version
  cross join lateral (
    select (count(*) filter (where x.counts))::int as required,
      (count(*) filter (where x.counts and x.how is not null))::int as done,
      coalesce(bool_or(x.counts and x.how <> 'self-reported'), false) as "isChecked"
    from (
      select l."isRequired" or not bool_or(l."isRequired") over () as counts, p.how
      from jsonb_to_recordset(v.outline -> 'lessons') l (id uuid, "isRequired" boolean, unfinished jsonb)
        left join lms_lesson_progress p on p.tenant_id = e.tenant_id and p.enrollment_id = e.id and p.cycle = e.cycle
          and p.lesson_id = l.id
      where ${canBeDone}
    ) x
  ) n`

/** Percent; 100 only if all are completed. */
export const percentSql = `case when n.required = 0 then 0 when n.done = n.required then 100
  else least(99, round(100.0 * n.done / n.required)) end::int`

const updateCounters = statement(
  z.object({
    id: z.uuid(),
    tenantId: z.uuid(),
    userId: z.uuid(),
    courseId: z.uuid(),
    version: z.number().int(),
    cycle: z.number().int(),
    isChecked: z.boolean(),
    /** True if this update has completed it. */
    isNew: z.boolean(),
  }),
  `update lms_enrollments t set required = n.required, done = n.done, progress = ${percentSql},
      completed_at = coalesce(t.completed_at, case when n.required > 0 and n.done = n.required then $now::timestamptz end)
    from lms_enrollments e ${progressCounts}
    where t.id = any ($ids) and e.id = t.id
    returning t.id, t.tenant_id as "tenantId", t.user_id as "userId", t.course_id as "courseId", t.version, t.cycle,
      n."isChecked", e.completed_at is null and t.completed_at is not null as "isNew"`,
)

/**
 * Recounts enrollments in the transaction that changed their counts: the caller has locked them. A completion stays, whatever
 * becomes required later; a new one emits its event.
 */
export async function updateProgress(scope: Scope, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const now = scope.core.clock.now().toISOString()
  const fresh = (await scope.rows(updateCounters, { ids, now })).filter(({ isNew }) => isNew)
  if (fresh.length === 0) return
  const completed = fresh.map(({ id }) => id)
  await logLearning(scope, 'course-completed', completed)
  for (const { id, isNew: _, ...one } of fresh) {
    await emit(scope, courseCompleted, { ...one, enrollmentId: id, completedAt: now }, one.tenantId)
  }
}
