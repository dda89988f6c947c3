import { z } from 'zod'
import type { RichText } from '#core/contract/rich-text.ts'
import type { Scope } from '#core/server/core.ts'
import { ownerOf } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { getCourse } from '../../courses/server/courses.ts'
import { openingColumns } from '../../courses/server/openings.ts'
import { lesson, MAX_CONTENT, MAX_LESSONS, type Lesson } from '../contract.ts'
import { isPlain, textOf } from './paragraphs.ts'

const placed = lesson.omit({ content: true, isRich: true })
export type PlacedLesson = z.output<typeof placed>
const row = placed.extend({ content: z.object({}) })
type Row = Omit<Lesson, 'content' | 'isRich'> & { content: object }

const placedColumns = `l.id, l.course_id as "courseId", h.id as "chapterId", l.title, l.description,
  l.content_type as "contentType", l.content_url as "contentUrl", l.position as "order", l.duration,
  l.is_required as "isRequired", l.is_preview as "isPreview", l.updated_at as "updatedAt",
  ${openingColumns('l')}`
const columns = `${placedColumns}, l.content`

// Lessons of a course that was deleted are deleted with it, those of a deleted chapter are unassigned.
const there = `from lms_lessons l
  join lms_courses c on c.owner = l.owner and c.id = l.course_id and c.deleted_at is null
  left join lms_chapters h on h.owner = l.owner and h.id = l.chapter_id and h.deleted_at is null
  where l.owner = $owner and l.deleted_at is null`

const ofCourse = statement(
  row,
  `select ${columns} ${there} and l.course_id = $courseId order by l.position, l.id limit ${MAX_LESSONS}`,
)

/** In their order. @throws not-found when there is no such course, or none that the scope may write */
export async function listLessons(scope: Scope, courseId: string): Promise<Lesson[]> {
  await getCourse(scope, courseId)
  return lessonsOf(scope, courseId)
}

/** Lists the lessons of a course that is not deleted. */
export async function lessonsOf(scope: Scope, courseId: string): Promise<Lesson[]> {
  const found = await scope.rows<Row>(ofCourse, { owner: ownerOf(scope), courseId })
  return found.map(answered)
}

const placedOfCourse = statement(
  placed,
  `select ${placedColumns} ${there} and l.course_id = $courseId order by l.position, l.id limit ${MAX_LESSONS}`,
)

/** Lists lessons without their content, which of 200 lessons is most of what is read. */
export function placedLessonsOf(scope: Scope, courseId: string): Promise<PlacedLesson[]> {
  return scope.rows(placedOfCourse, { owner: ownerOf(scope), courseId })
}

const courseIdOf = statement(
  z.object({ courseId: z.uuid() }),
  `select l.course_id as "courseId" ${there} and l.id = $id`,
)

/** Finds the course of a lesson. @throws not-found */
export async function courseOfLesson(scope: Scope, id: string): Promise<string> {
  const [found] = await scope.rows(courseIdOf, { owner: ownerOf(scope), id })
  if (!found) throw notFound('Lesson')
  return found.courseId
}

const single = statement(row, `select ${columns} ${there} and l.id = $id`)

/** @throws not-found */
export async function getLesson(scope: Scope, id: string): Promise<Lesson> {
  const [found] = await scope.rows<Row>(single, { owner: ownerOf(scope), id })
  if (!found) throw notFound('Lesson')
  return answered(found)
}

function answered({ content, ...rest }: Row): Lesson {
  const document = content as RichText
  const words = textOf(document)
  return { ...rest, content: words, isRich: !isPlain(document) || words.length > MAX_CONTENT }
}
