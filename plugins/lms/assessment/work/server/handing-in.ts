import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { ownersRead } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'
import { getPublishedCourse } from '../../../authoring/versions/server/published.ts'
import type { WorkKind } from '../contract.ts'

/** Lesson of the work. */
interface WorkOf {
  kind: WorkKind
  courseId: string
  lessonId: string
}

/** Submitted work. */
export interface HandedIn {
  /** Id of the submission or the attempt. */
  subjectId: string
  enrollmentId: string
  userId: string
  /** Other members of the team, for whom it counts too. */
  teamIds?: readonly string[]
  cycle: number
  /** Number of the version, or of the attempt. */
  number: number
  /** Time of submission, as an instant. */
  handedInAt: string
  /** Seconds after the due date; 0: in time. */
  lateSeconds?: number
}

const selectCourseVersion = statement(
  z.object({ versionId: z.uuid(), title: z.string() }),
  `select v.id as "versionId", v.title
    from lms_enrollments e
      join lms_course_versions v on v.owner = any ($owners) and v.course_id = e.course_id and v.number = e.version
    where e.tenant_id = $tenantId and e.id = $enrollmentId`,
)

// Resubmitted work awaits a grade again, whatever its earlier state.
const upsertWork = statement(
  `insert into lms_work as w (kind, subject_id, course_id, lesson_id, enrollment_id, user_id, team_ids, cycle, number,
      course, lesson, handed_in_at, late_seconds, updated_at)
    select $kind, r."subjectId", $courseId, $lessonId, r."enrollmentId", r."userId", coalesce(r."teamIds", '{}'), r.cycle,
        r.number, $course, $lesson, r."handedInAt", coalesce(r."lateSeconds", 0), $now
      from jsonb_to_recordset($rows::jsonb) r ("subjectId" uuid, "enrollmentId" uuid, "userId" uuid, "teamIds" uuid[],
        cycle int, number int, "handedInAt" timestamptz, "lateSeconds" int)
    on conflict (tenant_id, kind, subject_id) do update set
      enrollment_id = excluded.enrollment_id, user_id = excluded.user_id, team_ids = excluded.team_ids,
      cycle = excluded.cycle, number = excluded.number, course = excluded.course, lesson = excluded.lesson,
      handed_in_at = excluded.handed_in_at, late_seconds = excluded.late_seconds, updated_at = excluded.updated_at,
      state = 'waiting', grader_id = null, score = null, version = w.version + 1
    where w.number < excluded.number`,
)

/**
 * Adds work that was submitted for a lesson to the grading queue, once per number: repeated calls change nothing. Runs two
 * statements, however many rows there are.
 */
export async function queueWork(scope: TenantScope, of: WorkOf, rows: readonly HandedIn[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const { tenantId } = scope
  const asked = { tenantId, owners: ownersRead(scope), enrollmentId: first.enrollmentId }
  const [course] = await scope.rows(selectCourseVersion, asked)
  if (!course) throw new Error('Submission is of an enrollment')
  const lesson = (await getPublishedCourse(scope, course.versionId)).byId.get(of.lessonId)
  const now = scope.core.clock.now().toISOString()
  const titles = { course: course.title, lesson: lesson?.title ?? '' }
  await scope.rows(upsertWork, { ...of, ...titles, now, rows: JSON.stringify(rows) })
}
