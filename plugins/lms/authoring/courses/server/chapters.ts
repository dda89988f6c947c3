import { changedFields, record } from '#core/server/audit.ts'
import type { Scope } from '#core/server/core.ts'
import { ownerOf } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import { chapter, type Chapter, type ChapterChange, type NewChapter } from '../contract.ts'
import { ChapterModel } from './chapter.ts'
import { getCourse } from './courses.ts'
import { openingColumns, rejectCircles } from './openings.ts'
import { isRestorable, lockCourse, bumpOutlineVersion, renumberSql } from './outline.ts'

const columns = `h.id, h.course_id as "courseId", h.title, h.description, h.position as "order", h.status, h.updated_at as "updatedAt",
  ${openingColumns('h')}`

// Chapters of a course that was deleted are deleted with it.
const presentChapters = `from lms_chapters h join lms_courses c on c.owner = h.owner and c.id = h.course_id and c.deleted_at is null
  where h.owner = $owner and h.deleted_at is null`

const selectChapters = statement(
  chapter,
  `select ${columns} ${presentChapters} and h.course_id = $courseId order by h.position, h.id limit 1000`,
)

/** Lists chapters in their order. @throws not-found if there is no such course, or the scope may not write it */
export async function listChapters(scope: Scope, courseId: string): Promise<Chapter[]> {
  await getCourse(scope, courseId)
  return listCourseChapters(scope, courseId)
}

/** Lists the chapters of a course that is not deleted. */
export const listCourseChapters = (scope: Scope, courseId: string): Promise<Chapter[]> =>
  scope.rows(selectChapters, { owner: ownerOf(scope), courseId })

const selectChapter = statement(chapter, `select ${columns} ${presentChapters} and h.id = $id`)

/** @throws not-found */
export async function getChapter(scope: Scope, id: string): Promise<Chapter> {
  const [found] = await scope.rows(selectChapter, { owner: ownerOf(scope), id })
  if (!found) throw notFound('Chapter')
  return found
}

const updatePositions = statement(renumberSql('lms_chapters'))

/** Numbers a locked course's chapters from 1 again, with `placed` at its number, or last. */
const number = (scope: Scope, courseId: string, placed?: Pick<Chapter, 'id' | 'order'>) =>
  scope.rows(updatePositions, { owner: ownerOf(scope), courseId, id: placed?.id ?? null, place: placed?.order ?? null })

const describeAct = ({ id, title }: { id: string; title: string }, action: `chapter.${string}`, did: string) => ({
  action,
  category: 'system' as const,
  description: `${did} the chapter ${title}`,
  resource: 'chapter',
  resourceId: id,
})

/** Creates a chapter. @throws not-found if there is no such course, or the scope may not write it, invalid at `afterIds` */
export async function createChapter(scope: Scope, { courseId, order, ...input }: NewChapter): Promise<Chapter> {
  await lockCourse(scope, courseId)
  const others = await listCourseChapters(scope, courseId)
  const { id } = await ChapterModel.query(scope.trx).insert({ courseId, ...input, position: others.length + 1 })
  await rejectCircles(scope, courseId, { id, isChapter: true, afterIds: input.afterIds })
  await number(scope, courseId, { id, order: order ?? others.length + 1 })
  await bumpOutlineVersion(scope, courseId)
  const made = await getChapter(scope, id)
  await record(scope, {
    ...describeAct(made, 'chapter.created', 'Added'),
    after: { ...input, order: made.order },
  })
  return made
}

/** Updates a chapter. @throws not-found, outdated (409) if `updatedAt` has changed, invalid at `afterIds` */
export async function updateChapter(
  scope: Scope,
  id: string,
  { updatedAt, ...change }: ChapterChange,
): Promise<Chapter> {
  await lockCourse(scope, (await getChapter(scope, id)).courseId)
  const before = await getChapter(scope, id)
  refuseOutdated('this chapter', before.updatedAt, updatedAt)
  const changed = changedFields<Omit<ChapterChange, 'updatedAt'>>(before, change)
  if (Object.keys(changed.after).length === 0) return before
  const { order, ...rest } = changed.after
  await ChapterModel.query(scope.trx)
    .findById(id)
    .patch({
      ...rest,
      updatedAt: nextVersion(scope.core.clock, before.updatedAt),
    })
  if (rest.afterIds) {
    await rejectCircles(scope, before.courseId, {
      id,
      isChapter: true,
      before: before.afterIds,
      afterIds: rest.afterIds,
    })
  }
  if (order !== undefined) {
    await number(scope, before.courseId, { id, order })
    await bumpOutlineVersion(scope, before.courseId)
  }
  const after = await getChapter(scope, id)
  await record(scope, { ...describeAct(after, 'chapter.updated', 'Changed'), ...changed })
  return after
}

/** Deletes a chapter; its lessons become unassigned. @throws not-found */
export async function deleteChapter(scope: Scope, id: string): Promise<void> {
  const { courseId } = await getChapter(scope, id)
  await lockCourse(scope, courseId)
  const chapterToDelete = await getChapter(scope, id)
  await ChapterModel.query(scope.trx).findById(id).patch({ deletedAt: scope.core.clock.now().toISOString() })
  await number(scope, courseId)
  await bumpOutlineVersion(scope, courseId)
  await record(scope, describeAct(chapterToDelete, 'chapter.deleted', 'Deleted'))
}

const selectDeletedChapter = statement(
  chapter,
  `select ${columns} from lms_chapters h where h.owner = $owner and h.id = $id and h.${isRestorable}`,
)

/**
 * Restores a chapter, with those of its lessons that have not moved to another chapter since.
 * @throws not-found if it was not deleted, or too long ago
 */
export async function restoreChapter(scope: Scope, id: string): Promise<Chapter> {
  const asked = { owner: ownerOf(scope), id, now: scope.core.clock.now().toISOString() }
  const [found] = await scope.rows(selectDeletedChapter, asked)
  if (!found) throw notFound('Chapter')
  await lockCourse(scope, found.courseId)
  await ChapterModel.query(scope.trx).findById(id).patch({ deletedAt: null })
  await rejectCircles(scope, found.courseId)
  await number(scope, found.courseId, found)
  await bumpOutlineVersion(scope, found.courseId)
  await record(scope, describeAct(found, 'chapter.restored', 'Brought back'))
  return getChapter(scope, id)
}
