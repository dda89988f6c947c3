import { z } from 'zod'
import type { PlatformScope, TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { recordResults, type Result } from '../../../delivery/learning/server/results.ts'
import { contentTypes } from '../../../authoring/lessons/contract.ts'
import { getKind } from '../../../authoring/lessons/kinds/contract.ts'
import type { SubmissionDetails } from '../../../authoring/lessons/kinds/submission-contract.ts'
import { computeDue } from './due.ts'

/** Maximum number of pieces of work in one transaction. */
const BATCH_SIZE = 2000

// Rules of each course version in which missing work has a grade.
const gradedLessons = `asked as materialized (
  select v.owner, v.course_id, v.number, k.lesson_id, l."contentType", k.details
    from lms_lesson_contents k
      join lms_course_versions v on v.owner = k.owner and v.course_id = k.course_id
      cross join lateral jsonb_to_recordset(v.outline -> 'lessons') l (id uuid, edition text, "contentType" text)
    where (k.details ->> 'missingScore') is not null and l.id = k.lesson_id and l.edition = k.edition)`

// Selects from a day before the due date, since days end in the organization's time zone; its calendar decides later.
const openEnrollments = `from asked a
    join lms_enrollments e on e.course_id_owner = a.owner and e.course_id = a.course_id and e.version = a.number
    left join lms_lesson_progress p on p.tenant_id = e.tenant_id and p.enrollment_id = e.id and p.cycle = e.cycle
      and p.lesson_id = a.lesson_id
  where (p.id is null or (p.score is null and p.handed_in_at is null and p.completed_at is null))
    and coalesce((a.details ->> 'dueOn')::date < $now::timestamptz + interval '1 day',
      e.enrolled_at + make_interval(days => (a.details ->> 'dueAfterDays')::int) < $now::timestamptz, false)`

const selectDueOrganizations = statement(
  z.object({ tenantId: z.uuid() }),
  `with ${gradedLessons} select distinct e.tenant_id as "tenantId" ${openEnrollments}
    and exists (select from tenants t where t.id = e.tenant_id and t.status in ('active', 'trial'))`,
)

// Skips enrollments that are locked by a submission in progress: the next run looks at them.
const lockOverdueEnrollments = statement(
  z.object({
    enrollmentId: z.uuid(),
    cycle: z.number().int(),
    lessonId: z.uuid(),
    contentType: z.enum(contentTypes),
    details: z.record(z.string(), z.unknown()),
    since: z.string(),
    timeZone: z.string(),
  }),
  `with ${gradedLessons} select e.id as "enrollmentId", e.cycle, a.lesson_id as "lessonId", a."contentType", a.details,
      coalesce((select max(g.happened_at) from lms_learning_log g where g.tenant_id = e.tenant_id and g.enrollment_id = e.id
        and g.what = 'renewed' and g.cycle = e.cycle), e.enrolled_at) as since,
      (select t.time_zone from tenants t where t.id = e.tenant_id) as "timeZone"
    ${openEnrollments} and e.tenant_id = $tenantId and ($afterId::uuid is null or (e.id, a.lesson_id) > ($afterId, $afterLesson))
    order by e.id, a.lesson_id limit $most for update of e skip locked`,
)

/** Start of the next batch. */
interface After {
  enrollmentId: string
  lessonId: string
}

/**
 * Grades learners who have submitted nothing by the due date; once, until they submit.
 * @returns the start of the next batch, also if this one was not due yet by its organization's calendar; null: done
 */
export async function gradeMissing(
  scope: TenantScope,
  after: After | null = null,
  most = BATCH_SIZE,
): Promise<After | null> {
  const now = scope.core.clock.now()
  const place = { afterId: after?.enrollmentId ?? null, afterLesson: after?.lessonId ?? null }
  const rows = await scope.rows(lockOverdueEnrollments, {
    ...place,
    most,
    tenantId: scope.tenantId,
    now: now.toISOString(),
  })
  const byLesson = Map.groupBy(rows, ({ lessonId, details }) => `${lessonId} ${JSON.stringify(details)}`)
  for (const people of byLesson.values()) {
    const [{ lessonId, contentType, details: written } = { lessonId: '', contentType: undefined, details: {} }] = people
    if (contentType === undefined) continue
    const kind = getKind(contentType)
    const details = kind.details.parse(written) as SubmissionDetails
    const results: Result[] = people
      .filter((learner) => Date.parse(computeDue(details, learner).dueAt ?? '') <= now.getTime())
      .map(({ enrollmentId, cycle }) => ({ enrollmentId, cycle, score: details.missingScore }))
    await recordResults(scope, { lessonId, kind, details }, results)
  }
  return rows.length < most ? null : (rows.at(-1) ?? null)
}

const gradingMissing = defineJob({
  name: 'lms.grade-missing-work',
  scope: 'none',
  payload: z.object({ tenantId: z.uuid() }),
  run: async (core, { tenantId }) => {
    let after: After | null = null
    do {
      const from: After | null = after
      after = await core.db.tenant(tenantId, systemActor, (scope) => gradeMissing(scope, from))
    } while (after !== null)
  },
})

/** Grades missing work each quarter of an hour, since days end at different times in each time zone. */
const gradeMissingJob = defineJob({
  name: 'lms.look-for-missing-work',
  scope: 'platform',
  payload: z.object({}),
  schedule: { cron: '*/15 * * * *', tz: 'UTC' },
  run: async (scope: PlatformScope) => {
    const now = scope.core.clock.now().toISOString()
    for (const { tenantId } of await scope.rows(selectDueOrganizations, { now })) {
      await scope.core.jobs.send(scope, gradingMissing, { tenantId }, { tenantId })
    }
  },
})

export const missingWorkJobs = [gradeMissingJob, gradingMissing]
