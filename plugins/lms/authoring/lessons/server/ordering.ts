import { OUTDATED_CODE } from '#core/contract/errors.ts'
import { record } from '#core/server/audit.ts'
import type { Scope } from '#core/server/core.ts'
import { ownerOf } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, invalidField } from '#core/server/errors.ts'
import { listCourseChapters } from '../../courses/server/chapters.ts'
import { rejectCircles } from '../../courses/server/openings.ts'
import { lockCourse, bumpOutlineVersion } from '../../courses/server/outline.ts'
import type { NewOrder, OutlineOrder } from '../contract.ts'
import { getCourseId, listPlacedLessons, type PlacedLesson } from './lessons.ts'

const updatePlaces = statement(
  `update lms_lessons l set position = o.place, chapter_id = o.chapter_id
    from unnest($ids::uuid[], $chapters::uuid[]) with ordinality o (id, chapter_id, place)
    where l.owner = $owner and l.id = o.id and (l.position, l.chapter_id) is distinct from (o.place, o.chapter_id)`,
)

/**
 * Reorders all lessons of a course by their numbers, counted from 1 again, and moves them to the given chapters.
 * @throws not-found if the first is no lesson that the scope may write, invalid at `lessons` if they are not the course's, at
 * `afterIds` if they would wait for each other, outdated (409) with the current order if `version` is not that of the outline
 */
export async function orderLessons(scope: Scope, { lessons, version }: NewOrder): Promise<OutlineOrder> {
  const courseId = await getCourseId(scope, lessons[0]?.id ?? '')
  const { title, outlineVersion } = await lockCourse(scope, courseId)
  const present = await listPlacedLessons(scope, courseId)
  if (version !== undefined && version !== outlineVersion) {
    throw new AppError(OUTDATED_CODE, 409, 'Someone else changed this course’s outline in the meantime.', {
      details: { outlineVersion, lessons: present } satisfies OutlineOrder,
    })
  }
  const byId = new Map(present.map((lesson) => [lesson.id, lesson]))
  if (lessons.length !== present.length || !lessons.every(({ id }) => byId.has(id))) {
    throw invalidField('lessons', 'These are not the lessons of the course: load them again')
  }
  const chapters = new Set((await listCourseChapters(scope, courseId)).map(({ id }) => id))
  const ordered = lessons.toSorted((one, other) => one.order - other.order)
  const chapterOf = ({ id, chapterId }: NewOrder['lessons'][number]) =>
    chapterId === undefined ? (byId.get(id)?.chapterId ?? null) : chapterId
  if (!ordered.every((lesson) => chapterOf(lesson) === null || chapters.has(chapterOf(lesson) ?? ''))) {
    throw invalidField('lessons', 'This course has no such chapter')
  }
  const places = (found: readonly Pick<PlacedLesson, 'id' | 'chapterId'>[]) =>
    found.map(({ id, chapterId }) => `${id} ${chapterId}`).join()
  const wanted = ordered.map((lesson) => ({ id: lesson.id, chapterId: chapterOf(lesson) }))
  const isNumbered = present.every(({ order }, index) => order === index + 1)
  if (isNumbered && places(present) === places(wanted)) return { outlineVersion, lessons: present }
  await scope.rows(updatePlaces, {
    owner: ownerOf(scope),
    ids: wanted.map(({ id }) => id),
    chapters: wanted.map(({ chapterId }) => chapterId),
  })
  await rejectCircles(scope, courseId)
  const moved = await bumpOutlineVersion(scope, courseId)
  await record(scope, {
    action: 'lesson.ordered',
    category: 'system',
    description: `Put the lessons of the course ${title} into another order`,
    resource: 'course',
    resourceId: courseId,
  })
  // No other fields have changed.
  const lessonsThere = wanted.flatMap(({ id, chapterId }, index) => {
    const lesson = byId.get(id)
    return lesson ? [{ ...lesson, chapterId, order: index + 1 }] : []
  })
  return { outlineVersion: moved, lessons: lessonsThere }
}
