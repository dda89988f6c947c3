import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { TenantScope } from '#core/server/core.ts'
import { ownersRead } from '#core/server/database/catalogue.ts'
import { callerOf } from '#core/server/database/row-policy.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, notFound } from '#core/server/errors.ts'
import { countedPage, type PagedAnswer } from '#core/server/http/answers.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import { listLessonLocks, rejectLocked } from '../../catalog/server/gate.ts'
import { loadReader } from '../../catalog/server/reader.ts'
import { getPublishedVersion } from '../../../authoring/versions/server/published.ts'
import { MAX_NOTES, note, type NewNote, type Note, type NoteChange } from '../contract.ts'
import { NoteModel } from './note.ts'

const columns = `n.id, n.text, n.second, n.created_at as "createdAt", n.updated_at as "updatedAt"`

/** Super admins belong to no organization, and have no notes there. */
const isOwn = 'n.tenant_id = $tenantId and n.user_id = $caller'

const selectNotes = statement(
  note.extend({ total: z.number() }),
  `select ${columns}, count(*) over () as total from lms_lesson_notes n where ${isOwn} and n.lesson_id = $lessonId
    order by n.second nulls first, n.created_at, n.id limit $most offset $offset`,
)

/** Selects the caller's enrollment in the course of the lesson, even if their version lacks it. */
const enrollmentSql = `select e.id as "enrollmentId", e.course_id as "courseId", e.enrolled_at as "enrolledAt", e.cycle, e.version
  from lms_enrollments e
  where e.tenant_id = $tenantId and e.user_id = $caller and e.course_id in (
    select course_id from lms_lesson_contents where lesson_id = $lessonId and owner = any ($owners))`

const enrollmentRow = z.object({
  enrollmentId: z.uuid(),
  courseId: z.uuid(),
  enrolledAt: z.string(),
  cycle: z.number().int(),
  version: z.number().int(),
})
const selectEnrollment = statement(enrollmentRow, enrollmentSql)
const lockEnrollment = statement(enrollmentRow, `${enrollmentSql} for no key update of e`)

/**
 * Lists the caller's notes beside a lesson: on the whole lesson first, then by the second.
 * @throws not-found if the caller takes no course with such a lesson, and has never written beside it
 */
export async function listNotes(
  scope: TenantScope,
  lessonId: string,
  { limit = LIST_CAP, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
): Promise<PagedAnswer<Note>> {
  const asked = { ...toCallerParameters(scope), lessonId }
  const rows = await scope.rows(selectNotes, { ...asked, most: limit + 1, offset })
  if (rows.length === 0) await requireTakenLesson(scope, selectEnrollment, lessonId)
  return countedPage(rows, { limit, offset })
}

/**
 * Finds a lesson of the caller's version of its course, and their enrollment.
 * @throws not-found if they take no course with such a lesson
 */
async function requireTakenLesson(scope: TenantScope, enrollment: typeof selectEnrollment, lessonId: string) {
  const [row] = await scope.rows(enrollment, { ...toCallerParameters(scope), owners: ownersRead(scope), lessonId })
  if (!row) throw notFound('Lesson')
  const course = await getPublishedVersion(scope, row.courseId, row.version)
  const lesson = course.byId.get(lessonId)
  if (!lesson) throw notFound('Lesson')
  return { course, lesson, enrollment: row }
}

const countNotes = statement(
  z.object({ count: z.number().int() }),
  `select count(*)::int as count from lms_lesson_notes n where ${isOwn} and n.lesson_id = $lessonId`,
)

/**
 * Adds a note. @throws not-found if the caller takes no course with such a lesson, forbidden (403) if it is not open yet,
 * `notes.most` (409) at the maximum
 */
export async function addNote(scope: TenantScope, lessonId: string, input: NewNote): Promise<Note> {
  const asked = { ...toCallerParameters(scope), lessonId }
  // The second of two concurrent notes for the last free place waits here, and is refused.
  const { course, lesson, enrollment } = await requireTakenLesson(scope, lockEnrollment, lessonId)
  rejectLocked(listLessonLocks(course, lesson, await loadReader(scope, course, enrollment)))
  const [{ count } = { count: 0 }] = await scope.rows(countNotes, asked)
  if (count >= MAX_NOTES) {
    throw new AppError('notes.most', 409, `A lesson has room for ${MAX_NOTES} notes. Delete some first.`)
  }
  const now = scope.core.clock.now().toISOString()
  const { caller: userId = '' } = callerOf(scope)
  const { id } = await NoteModel.query(scope.trx).insert({
    userId,
    enrollmentId: enrollment.enrollmentId,
    lessonId,
    ...input,
    createdAt: now,
    updatedAt: now,
  })
  return lockOwnNote(scope, id)
}

const lockNote = statement(note, `select ${columns} from lms_lesson_notes n where ${isOwn} and n.id = $id for update`)

/** Locks a note of the caller. @throws not-found if there is none, or it is another learner's */
async function lockOwnNote(scope: TenantScope, id: string): Promise<Note> {
  const [found] = await scope.rows(lockNote, { ...toCallerParameters(scope), id })
  if (!found) throw notFound('Note')
  return found
}

/** Changes a note. @throws not-found, outdated (409) if `updatedAt` has changed */
export async function changeNote(scope: TenantScope, id: string, { text, updatedAt }: NoteChange): Promise<Note> {
  const before = await lockOwnNote(scope, id)
  refuseOutdated('this note', before.updatedAt, updatedAt)
  if (before.text === text) return before
  await NoteModel.query(scope.trx)
    .findById(id)
    .patch({ text, updatedAt: nextVersion(scope.core.clock, before.updatedAt) })
  return lockOwnNote(scope, id)
}

/** Deletes a note. @throws not-found */
export async function deleteNote(scope: TenantScope, id: string): Promise<void> {
  await lockOwnNote(scope, id)
  await NoteModel.query(scope.trx).deleteById(id)
}

const toCallerParameters = (scope: TenantScope) => ({
  tenantId: scope.tenantId,
  caller: callerOf(scope).caller ?? null,
})
