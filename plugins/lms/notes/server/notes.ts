import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf } from '#core/server/database/row-policy.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, notFound } from '#core/server/errors.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import { lessonGate, refuseLocked } from '../../catalog/server/gate.ts'
import { readerOf } from '../../catalog/server/reader.ts'
import { publishedCourse } from '../../versions/server/published.ts'
import { MOST_NOTES, note, type NewNote, type Note, type NoteChange } from '../contract.ts'
import { NoteModel } from './note.ts'

const columns = `n.id, n.text, n.second, n.created_at as "createdAt", n.updated_at as "updatedAt"`

/** Super admins, who are none of an organization's people, have none there. */
const own = 'n.tenant_id = $tenantId and n.user_id = $caller'

const listed = statement(
  note.extend({ total: z.number() }),
  `select ${columns}, count(*) over () as total from lms_lesson_notes n where ${own} and n.lesson_id = $lessonId
    order by n.second nulls first, n.created_at, n.id limit $most offset $offset`,
)

/** The enrollment of the caller whose version has the lesson. */
const enrolled = `select e.id as "enrollmentId", e.enrolled_at as "enrolledAt", e.cycle, v.id as "versionId"
  from lms_enrollments e
  join lms_course_versions v on v.owner = e.course_id_owner and v.course_id = e.course_id and v.number = e.version
  where e.tenant_id = $tenantId and e.user_id = $caller
    and v.outline -> 'lessons' @> jsonb_build_array(jsonb_build_object('id', $lessonId::text))
  limit 1`

const enrollmentRow = z.object({
  enrollmentId: z.uuid(),
  enrolledAt: z.string(),
  cycle: z.number().int(),
  versionId: z.uuid(),
})
const taken = statement(enrollmentRow, enrolled)
const held = statement(enrollmentRow, `${enrolled} for no key update of e`)

/**
 * The caller's own beside a lesson: on all of it, then by the second.
 * @throws not-found where the caller takes no course with such a lesson, and has never written beside it
 */
export async function listNotes(
  scope: TenantScope,
  lessonId: string,
  { limit = LIST_CAP, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
): Promise<PagedAnswer<Note>> {
  const asked = { ...ofCaller(scope), lessonId }
  const rows = await scope.rows(listed, { ...asked, most: limit + 1, offset })
  if (rows.length === 0 && (await scope.rows(taken, asked)).length === 0) throw notFound('Lesson')
  const total = rows[0]?.total ?? (offset === 0 ? 0 : undefined)
  return new PagedAnswer<Note>(
    rows.map(({ total: _, ...row }) => row),
    { limit, offset, ...(total === undefined ? {} : { total }) },
  )
}

const counted = statement(
  z.object({ count: z.number().int() }),
  `select count(*)::int as count from lms_lesson_notes n where ${own} and n.lesson_id = $lessonId`,
)

/**
 * @throws not-found where the caller takes no course with such a lesson, forbidden (403) where it is not open yet, 409
 *   `notes.most` where there are as many as there may be
 */
export async function addNote(scope: TenantScope, lessonId: string, input: NewNote): Promise<Note> {
  const asked = { ...ofCaller(scope), lessonId }
  // Of two that are written at once in the last free place, the second waits here and finds none.
  const [enrollment] = await scope.rows(held, asked)
  if (!enrollment) throw notFound('Lesson')
  const course = await publishedCourse(scope, enrollment.versionId)
  const lesson = course.byId.get(lessonId)
  if (!lesson) throw notFound('Lesson')
  refuseLocked(lessonGate(course, lesson, await readerOf(scope, course, enrollment)))
  const [{ count } = { count: 0 }] = await scope.rows(counted, asked)
  if (count >= MOST_NOTES) {
    throw new AppError('notes.most', 409, `A lesson has room for ${MOST_NOTES} notes. Delete some first.`)
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
  return ownNote(scope, id)
}

const single = statement(note, `select ${columns} from lms_lesson_notes n where ${own} and n.id = $id for update`)

/** To change it, alone. @throws not-found where it is nobody's or somebody else's */
async function ownNote(scope: TenantScope, id: string): Promise<Note> {
  const [found] = await scope.rows(single, { ...ofCaller(scope), id })
  if (!found) throw notFound('Note')
  return found
}

/** @throws not-found, outdated (409) when `updatedAt` is not what it was */
export async function changeNote(scope: TenantScope, id: string, { text, updatedAt }: NoteChange): Promise<Note> {
  const before = await ownNote(scope, id)
  refuseOutdated('this note', before.updatedAt, updatedAt)
  if (before.text === text) return before
  await NoteModel.query(scope.trx)
    .findById(id)
    .patch({ text, updatedAt: nextVersion(scope.core.clock, before.updatedAt) })
  return ownNote(scope, id)
}

/** @throws not-found */
export async function deleteNote(scope: TenantScope, id: string): Promise<void> {
  await ownNote(scope, id)
  await NoteModel.query(scope.trx).deleteById(id)
}

const ofCaller = (scope: TenantScope) => ({ tenantId: scope.tenantId, caller: callerOf(scope).caller ?? null })
