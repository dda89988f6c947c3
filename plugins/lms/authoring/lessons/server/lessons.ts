import { z } from 'zod'
import type { RichText } from '#core/contract/rich-text.ts'
import type { Scope } from '#core/server/core.ts'
import { ownerOf } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { getCourse } from '../../courses/server/courses.ts'
import { openingColumns } from '../../courses/server/openings.ts'
import { lesson, MAX_CONTENT_LENGTH, MAX_LESSONS, type Lesson } from '../contract.ts'
import { isPlain, toText } from './paragraphs.ts'

const placedLesson = lesson.omit({ content: true, isRich: true })
export type PlacedLesson = z.output<typeof placedLesson>
const row = placedLesson.extend({ content: z.object({}) })
type Row = Omit<Lesson, 'content' | 'isRich'> & { content: object }

const placedColumns = `l.id, l.course_id as "courseId", h.id as "chapterId", l.title, l.description,
  l.content_type as "contentType", l.content_url as "contentUrl", l.position as "order", l.duration,
  l.is_required as "isRequired", l.is_preview as "isPreview", l.updated_at as "updatedAt",
  ${openingColumns('l')}`
const columns = `${placedColumns}, l.content`

// Lessons of a course that was deleted are deleted with it, those of a deleted chapter are unassigned.
const presentLessons = `from lms_lessons l
  join lms_courses c on c.owner = l.owner and c.id = l.course_id and c.deleted_at is null
  left join lms_chapters h on h.owner = l.owner and h.id = l.chapter_id and h.deleted_at is null
  where l.owner = $owner and l.deleted_at is null`

const selectLessons = statement(
  row,
  `select ${columns} ${presentLessons} and l.course_id = $courseId order by l.position, l.id limit ${MAX_LESSONS}`,
)

/** Lists lessons in their order. @throws not-found if there is no such course, or the scope may not write it */
export async function listLessons(scope: Scope, courseId: string): Promise<Lesson[]> {
  await getCourse(scope, courseId)
  return listCourseLessons(scope, courseId)
}

/** Lists the lessons of a course that is not deleted. */
export async function listCourseLessons(scope: Scope, courseId: string): Promise<Lesson[]> {
  const found = await scope.rows<Row>(selectLessons, { owner: ownerOf(scope), courseId })
  return found.map(toLesson)
}

const selectPlacedLessons = statement(
  placedLesson,
  `select ${placedColumns} ${presentLessons} and l.course_id = $courseId order by l.position, l.id limit ${MAX_LESSONS}`,
)

/** Lists lessons without their content, which makes up most of the data of 200 lessons. */
export function listPlacedLessons(scope: Scope, courseId: string): Promise<PlacedLesson[]> {
  return scope.rows(selectPlacedLessons, { owner: ownerOf(scope), courseId })
}

const selectCourseId = statement(
  z.object({ courseId: z.uuid() }),
  `select l.course_id as "courseId" ${presentLessons} and l.id = $id`,
)

/** Finds the course of a lesson. @throws not-found */
export async function getCourseId(scope: Scope, id: string): Promise<string> {
  const [found] = await scope.rows(selectCourseId, { owner: ownerOf(scope), id })
  if (!found) throw notFound('Lesson')
  return found.courseId
}

const selectLesson = statement(row, `select ${columns} ${presentLessons} and l.id = $id`)

/** @throws not-found */
export async function getLesson(scope: Scope, id: string): Promise<Lesson> {
  const [found] = await scope.rows<Row>(selectLesson, { owner: ownerOf(scope), id })
  if (!found) throw notFound('Lesson')
  return toLesson(found)
}

function toLesson({ content, ...rest }: Row): Lesson {
  const document = content as RichText
  const words = toText(document)
  return { ...rest, content: words, isRich: !isPlain(document) || words.length > MAX_CONTENT_LENGTH }
}
