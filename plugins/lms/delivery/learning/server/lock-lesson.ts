import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { ownersRead } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'
import { forbidden, notFound } from '#core/server/errors.ts'
import { listLessonLocks, rejectLocked } from '../../catalog/server/gate.ts'
import { getProgress, type AskedLesson, type StoredProgress } from '../../catalog/server/lesson-progress.ts'
import { loadReader } from '../../catalog/server/reader.ts'
import { callerOf } from '#core/server/database/row-policy.ts'
import { getKind } from '../../../authoring/lessons/kinds/contract.ts'
import { getLessonAsks } from '../../../authoring/versions/server/contents.ts'
import { getPublishedVersion } from '../../../authoring/versions/server/published.ts'

const lockEnrollmentRow = statement(
  z.object({
    enrollmentId: z.uuid(),
    courseId: z.uuid(),
    enrolledAt: z.string(),
    cycle: z.number().int(),
    version: z.number().int(),
  }),
  `select e.id as "enrollmentId", e.course_id as "courseId", e.enrolled_at as "enrolledAt", e.cycle, e.version
    from lms_enrollments e
    where e.tenant_id = $tenantId and e.user_id = $caller and e.course_id in (
      select course_id from lms_lesson_contents where lesson_id = $lessonId and owner = any ($owners))
    for update of e`,
)

const selectKnownLesson = statement(
  z.object({ id: z.uuid() }),
  'select lesson_id as id from lms_lesson_contents where lesson_id = $lessonId and owner = any ($owners) limit 1',
)

/** Lesson in which its learner acts. */
export interface LockedLesson extends AskedLesson {
  enrollmentId: string
  courseId: string
  cycle: number
  /** Number of the version of the course that the learner has. */
  version: number
  /** Edition of its content, as published. */
  edition: string
  /** Progress of the learner when it was locked; undefined until they open it. */
  kept: StoredProgress | undefined
}

/**
 * Locks the caller's enrollment in the course of a lesson until the transaction ends: concurrent reports wait.
 * @throws not-found if there is no such lesson in the caller's version, forbidden (403) if it is locked
 */
export async function lockLesson(scope: TenantScope, lessonId: string): Promise<LockedLesson> {
  const owners = ownersRead(scope)
  const { caller = null } = callerOf(scope)
  const [row] = await scope.rows(lockEnrollmentRow, { tenantId: scope.tenantId, caller, owners, lessonId })
  if (!row) {
    const [there] = await scope.rows(selectKnownLesson, { lessonId, owners })
    if (!there) throw notFound('Lesson')
    throw forbidden('Enroll in the course to access lesson content.')
  }
  const { courseId, enrollmentId, cycle, version } = row
  const course = await getPublishedVersion(scope, courseId, version)
  const lesson = course.byId.get(lessonId)
  if (!lesson) throw notFound('Lesson')
  const kept = await getProgress(scope, enrollmentId, cycle, lessonId)
  // The gate needs the learner's whole progress in the course, and is skipped for lessons that they have begun.
  if (!kept) rejectLocked(listLessonLocks(course, lesson, await loadReader(scope, course, row)))
  const asks = await getLessonAsks(scope, courseId, lesson)
  if (!asks) throw notFound('Lesson')
  const kind = getKind(lesson.contentType)
  const { edition, duration: minutes } = lesson
  return { enrollmentId, courseId, cycle, version, lessonId, edition, kind, ...asks, minutes, kept }
}
