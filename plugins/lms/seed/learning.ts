import { z } from 'zod'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { progressCounts, percentSql } from '../delivery/catalog/server/update-progress.ts'
import { contentTypes } from '../authoring/lessons/contract.ts'

const BATCH_SIZE = 1000
const MINUTE_MS = 60_000

const lesson = z.object({
  courseId: z.uuid(),
  id: z.uuid(),
  contentType: z.enum(contentTypes),
  /** Minutes. */
  duration: z.number().int(),
  isRequired: z.boolean(),
  /** Length of its recording, if it was uploaded. */
  seconds: z.number().nullable(),
})
type Lesson = z.infer<typeof lesson>

const selectPublishedLessons = statement(
  lesson,
  `select v.course_id as "courseId", l.id, l."contentType", l.duration, l."isRequired", f.seconds
    from lms_course_versions v
      cross join lateral rows from (jsonb_to_recordset(v.outline -> 'lessons') as (id uuid, "contentType" text,
        duration int, "isRequired" boolean, edition text)) with ordinality l (id, "contentType", duration, "isRequired", edition, place)
      join lms_lesson_contents k on k.owner = v.owner and k.course_id = v.course_id and k.lesson_id = l.id
        and k.edition = l.edition
      left join lms_files f on f.owner = v.owner and f.id::text = k.details -> 'file' ->> 'id'
    where v.number = 1 order by v.course_id, l.place`,
)

/** Lists the lessons of each course, in their order. */
export const listSeededLessons = async (scope: PlatformScope): Promise<Map<string, Lesson[]>> =>
  Map.groupBy(await scope.rows(selectPublishedLessons, {}), ({ courseId }) => courseId)

interface SeededEnrollment {
  id: string
  tenantId: string
  userId: string
  courseId: string
  enrolledAt: string
  completedAt: string | null
  share: number
}

/**
 * Builds the progress of a learner in a course, one lesson after another: as many as their enrollment says, with the next one
 * begun. The last one of a completed course is completed with the course.
 */
export function newActs(enrollment: SeededEnrollment, lessons: readonly Lesson[], now: number) {
  const { id: enrollmentId, tenantId, userId, courseId, completedAt, share } = enrollment
  const began = Date.parse(enrollment.enrolledAt)
  const end = completedAt === null ? Math.min(now, began + 8 * 60 * MINUTE_MS) : Date.parse(completedAt)
  const required = lessons.filter(({ isRequired }) => isRequired)
  // Leaves out live sessions, which are in the future.
  const past = lessons.filter(({ isRequired, contentType }) => isRequired || contentType !== 'live_session')
  const order = required.length > 0 && completedAt === null ? required : past
  // Leaves the last lesson of an uncompleted course.
  const done = completedAt === null ? Math.min(order.length - 1, Math.floor(order.length * share)) : order.length
  const begun = order.slice(0, completedAt === null ? done + 1 : done)
  const of = { tenantId, enrollmentId, userId, courseId, cycle: 1 }
  const logged = (at: number, what: string, more: object = {}) => ({
    ...of,
    version: 1,
    what,
    happenedAt: new Date(at).toISOString(),
    ...more,
  })
  const acts = begun.map(({ id: lessonId, contentType, duration, seconds }, place) => {
    const step = (end - began) / (order.length + 1)
    const isDone = place < done
    const finished = isDone && place === order.length - 1 && completedAt !== null ? end : began + (place + 1) * step
    const spent = Math.min(duration * MINUTE_MS, step / 2)
    const opened = finished - spent
    const isRecording = (contentType === 'video' || contentType === 'audio') && seconds !== null
    const watched = isRecording ? Math.floor(seconds * 1000 * (isDone ? 0.97 : 0.4)) : 0
    const result = isDone ? newResult(contentType, new Date(finished).toISOString(), place) : {}
    const how = isRecording || 'score' in result ? 'checked' : 'self-reported'
    const openedAt = new Date(opened).toISOString()
    const at = new Date(finished).toISOString()
    return {
      progress: {
        ...of,
        lessonId,
        openedAt,
        completedAt: isDone ? at : null,
        how: isDone ? how : null,
        place: isRecording ? watched / 1000 : null,
        watched: watched > 0 ? `{[0,${watched})}` : '{}',
        coveredSeconds: watched / 1000,
        isAtEnd: isDone && contentType === 'article',
        secondsSpent: Math.round(spent / 1000),
        lastBeatAt: at,
        creditedUntil: at,
        ...noResult,
        ...result,
      },
      log: [
        logged(opened, 'opened', { lessonId }),
        ...(isDone ? [logged(finished, 'completed', { lessonId, how })] : []),
      ],
    }
  })
  const [first, ...others] = acts
  if (!first) return []
  const around = [logged(began, 'enrolled'), ...(completedAt === null ? [] : [logged(end, 'course-completed')])]
  return [{ ...first, log: [...around, ...first.log] }, ...others]
}

const noResult = { score: null, handedInAt: null, posts: 0, replies: 0 }

/** Builds the result of a learner who has completed a lesson with a score: a pass, with variation. */
function newResult(contentType: Lesson['contentType'], at: string, place: number) {
  const score = 80 + ((place * 7) % 5) * 5
  switch (contentType) {
    case 'quiz':
    case 'assessment':
    case 'assignment':
    case 'project':
      return { score, handedInAt: at }
    case 'discussion':
      return { score: null, posts: 1, replies: 2 }
    default:
      return {}
  }
}

/** Inserts rows with the same columns, in as many statements as needed. */
export async function insertPortions(scope: PlatformScope, table: string, rows: readonly object[]): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH_SIZE) {
    const portion = rows.slice(start, start + BATCH_SIZE)
    if (portion.length > 0) await scope.trx(table).insert(portion)
  }
}

/** Updates the counters of enrollments like `updateProgress`, without emitting events. */
export const updateCounters = statement(
  `update lms_enrollments t set required = n.required, done = n.done, progress = ${percentSql},
      seconds_spent = s.seconds, last_activity_at = s.latest
    from lms_enrollments e ${progressCounts}
      cross join lateral (select coalesce(sum(p.seconds_spent), 0)::int as seconds, max(p.last_beat_at) as latest
        from lms_lesson_progress p where p.tenant_id = e.tenant_id and p.enrollment_id = e.id) s
    where t.id = e.id and e.required = 0`,
)
