import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { updateProgress } from '../../catalog/server/update-progress.ts'
import { logLearning } from '../../catalog/server/learning-log.ts'
import { toLessonFacts, learnerProgressRow, progressColumns } from '../../catalog/server/lesson-progress.ts'
import type { LessonKind } from '../../../authoring/lessons/kinds/kind-contract.ts'
import type { completionWays } from '../../../authoring/lessons/kinds/missing-contract.ts'

/** Result in a lesson. Fields that are left out stay as they are. */
export interface Result {
  enrollmentId: string
  cycle: number
  /** Percent of the points that count, 0 to 100; null removes the score. */
  score?: number | null
  isAwaitingGrade?: boolean
  /** Instant of submission; the first one stays. */
  handedInAt?: string
  /** Current number of posts. */
  posts?: number
  replies?: number
}

/** Lesson with its details in a version. */
export interface ResultLesson {
  lessonId: string
  kind: LessonKind
  details: object
}

// Locks in order of ids: concurrent results of the same learners wait without a deadlock.
const lockEnrollments = statement(
  z.object({ id: z.uuid() }),
  'select id from lms_enrollments where tenant_id = $tenantId and id = any ($ids) order by id for update',
)

const insertOpenedLessons = statement(
  z.object({ id: z.uuid() }),
  `insert into lms_lesson_progress (enrollment_id, user_id, course_id, lesson_id, cycle, opened_at, last_beat_at,
      credited_until)
    select e.id, e.user_id, e.course_id, $lessonId, (r ->> 'cycle')::int, $now, $now, $now
      from jsonb_array_elements($rows::jsonb) r
        join lms_enrollments e on e.tenant_id = $tenantId and e.id = (r ->> 'enrollmentId')::uuid
    on conflict (tenant_id, enrollment_id, cycle, lesson_id) do nothing
    returning enrollment_id as id`,
)

const updateResults = statement(
  learnerProgressRow,
  `update lms_lesson_progress p set
      score = case when r ? 'score' then (r ->> 'score')::float8 else p.score end,
      is_awaiting_grade = coalesce((r ->> 'isAwaitingGrade')::boolean, p.is_awaiting_grade),
      handed_in_at = coalesce(p.handed_in_at, (r ->> 'handedInAt')::timestamptz),
      posts = coalesce((r ->> 'posts')::int, p.posts), replies = coalesce((r ->> 'replies')::int, p.replies)
    from jsonb_array_elements($rows::jsonb) r
    where p.tenant_id = $tenantId and p.enrollment_id = (r ->> 'enrollmentId')::uuid and p.cycle = (r ->> 'cycle')::int
      and p.lesson_id = $lessonId
    returning enrollment_id as "enrollmentId", cycle, ${progressColumns}`,
)

/**
 * Saves the results of learners in a lesson, and completes it for those who meet its conditions: the only path from a result
 * to a completion, for acts of learners, graders and jobs. A completion stays, whatever the next result is. Each learner at
 * most once per call.
 */
export async function recordResults(
  scope: TenantScope,
  lesson: ResultLesson,
  results: readonly Result[],
): Promise<void> {
  if (results.length === 0) return
  const { lessonId, kind, details } = lesson
  const { tenantId } = scope
  const now = scope.core.clock.now()
  const ids = results.map(({ enrollmentId }) => enrollmentId)
  await scope.rows(lockEnrollments, { tenantId, ids })
  const given = { tenantId, lessonId, rows: JSON.stringify(results) }
  const fresh = await scope.rows(insertOpenedLessons, { ...given, now: now.toISOString() })
  if (fresh.length > 0) {
    await logLearning(
      scope,
      'opened',
      fresh.map(({ id }) => id),
      { lessonId },
    )
  }
  // Text and length do not matter for lessons that results complete.
  const asked = { kind, details, words: 0, minutes: 0 }
  const done = (await scope.rows(updateResults, given)).filter(
    (one) => !one.isCompleted && kind.isDone(details, toLessonFacts(asked, one, { now, duration: null })),
  )
  await completeAll(scope, lessonId, done, 'checked')
}

const updateCompletedLessons = statement(
  z.object({ id: z.uuid() }),
  `update lms_lesson_progress p set completed_at = $now, how = $how
    from jsonb_to_recordset($rows::jsonb) r ("enrollmentId" uuid, cycle int)
    where p.tenant_id = $tenantId and p.enrollment_id = r."enrollmentId" and p.cycle = r.cycle and p.lesson_id = $lessonId
      and p.completed_at is null
    returning p.enrollment_id as id`,
)

/** Completes a lesson once for learners who have a row in it and whose enrollments are locked. */
async function completeAll(
  scope: TenantScope,
  lessonId: string,
  people: readonly { enrollmentId: string; cycle: number }[],
  how: (typeof completionWays)[number],
): Promise<void> {
  if (people.length === 0) return
  const rows = JSON.stringify(people.map(({ enrollmentId, cycle }) => ({ enrollmentId, cycle })))
  const now = scope.core.clock.now().toISOString()
  const ids = (await scope.rows(updateCompletedLessons, { tenantId: scope.tenantId, lessonId, rows, now, how })).map(
    ({ id }) => id,
  )
  await logLearning(scope, 'completed', ids, { lessonId, how })
  await updateProgress(scope, ids)
}

/**
 * Excuses learners from a lesson: it counts as completed, whatever their progress is. @param people who completed it stay so
 */
export async function excuse(
  scope: TenantScope,
  lesson: ResultLesson,
  people: readonly { enrollmentId: string; cycle: number }[],
): Promise<void> {
  await recordResults(
    scope,
    lesson,
    people.map(({ enrollmentId, cycle }) => ({ enrollmentId, cycle, isAwaitingGrade: false })),
  )
  await completeAll(scope, lesson.lessonId, people, 'excused')
}
