import type { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { afterCursor, cursorAt, PagedAnswer } from '#core/server/http/answers.ts'
import { areVisiblePieces } from '../../../shared/server/seen-work.ts'
import type { WorkState } from '../../work/contract.ts'
import {
  gradedLesson,
  queuedWork,
  type GradedLesson,
  type gradingContract,
  type QueuedWork,
  type QueueState,
} from '../contract.ts'

/** Number of rows per page by default. */
const DEFAULT_PAGE_SIZE = 50

const statesOf: Record<QueueState, readonly WorkState[]> = {
  open: ['waiting', 'graded'],
  waiting: ['waiting'],
  graded: ['graded'],
  done: ['posted', 'returned', 'excused'],
  everything: ['waiting', 'graded', 'posted', 'returned', 'excused'],
}

/** Columns of `w`, and of its learner `u`. */
export const queuedColumns = `w.id, w.kind, w.state, w.course_id as "courseId", w.course, w.lesson_id as "lessonId",
  w.lesson, w.number, w.handed_in_at as "handedInAt", w.late_seconds as "lateSeconds", w.score,
  cardinality(w.team_ids) as others, btrim(u.first_name || ' ' || u.last_name) as learner`

const selectQueuedWork = variants({ viewer: viewers, isSearched: [true, false] }, ({ viewer, isSearched }) =>
  statement(
    queuedWork,
    `select ${queuedColumns} from lms_work w join users u on u.tenant_id = w.tenant_id and u.id = w.user_id
      where w.tenant_id = $tenantId and w.state = any ($states) and ${areVisiblePieces(viewer)}
        and ($courseId::uuid is null or w.course_id = $courseId)
        and ($lessonId::uuid is null or w.lesson_id = $lessonId)
        and (not $isLate or w.late_seconds > 0)
        and ($after::timestamptz is null or (w.handed_in_at, w.id) > ($after::timestamptz, $afterId::uuid))
        ${isSearched ? 'and u.search like (select containing($search))' : ''}
      order by w.handed_in_at, w.id limit $most`,
  ),
)

type QueueQuery = z.output<typeof gradingContract.gradingQueue.query>

/** Lists work to grade, oldest first, after the row that the cursor names. */
export async function listGradingQueue(scope: TenantScope, query: QueueQuery): Promise<PagedAnswer<QueuedWork>> {
  const { limit = DEFAULT_PAGE_SIZE, cursor, state, courseId, lessonId, late = false, anonymous = false } = query
  // Graders without names cannot search by name either.
  const search = anonymous ? '' : (query.search ?? '')
  const asked = {
    ...callerOf(scope),
    tenantId: scope.tenantId,
    states: statesOf[state],
    courseId: courseId ?? null,
    lessonId: lessonId ?? null,
    isLate: late,
    ...afterCursor(cursor),
    search,
    most: limit + 1,
  }
  const found = await scope.lastRows(selectQueuedWork({ viewer: viewerOf(scope), isSearched: search !== '' }), asked)
  const rows = anonymous ? found.map((row) => ({ ...row, learner: '' })) : found
  return new PagedAnswer(rows, { limit, cursorAfter: ({ handedInAt, id }) => cursorAt(handedInAt, id) })
}

const selectGradedLessons = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    gradedLesson,
    `select w.course_id as "courseId", w.lesson_id as "lessonId", max(w.course) as course, max(w.lesson) as lesson,
        (count(*) filter (where w.state = 'waiting'))::int as waiting,
        (count(*) filter (where w.state = 'graded'))::int as graded,
        (count(*) filter (where w.state in ('posted', 'returned', 'excused')))::int as done
      from lms_work w where w.tenant_id = $tenantId and ${areVisiblePieces(viewer)}
      group by w.course_id, w.lesson_id order by course, lesson, "lessonId" limit 1000`,
  ),
)

/** Lists lessons with work of others, and how much of it is graded. */
export const listGradedLessons = (scope: TenantScope): Promise<GradedLesson[]> =>
  scope.lastRows(selectGradedLessons({ viewer: viewerOf(scope) }), { ...callerOf(scope), tenantId: scope.tenantId })
