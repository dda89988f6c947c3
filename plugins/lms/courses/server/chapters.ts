import { changedFields, record } from '#core/server/audit.ts'
import type { Scope } from '#core/server/core.ts'
import { ownerOf } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import { chapter, type Chapter, type ChapterChange, type NewChapter } from '../contract.ts'
import { ChapterModel } from './chapter.ts'
import { getCourse } from './courses.ts'
import { openingColumns, refuseCircles } from './openings.ts'
import { canComeBack, holdCourse, outlineMoved, renumbering } from './outline.ts'

const columns = `h.id, h.course_id as "courseId", h.title, h.description, h.position as "order", h.status, h.updated_at as "updatedAt",
  ${openingColumns('h')}`

// Chapters of a course that was deleted are deleted with it.
const there = `from lms_chapters h join lms_courses c on c.owner = h.owner and c.id = h.course_id and c.deleted_at is null
  where h.owner = $owner and h.deleted_at is null`

const ofCourse = statement(
  chapter,
  `select ${columns} ${there} and h.course_id = $courseId order by h.position, h.id limit 1000`,
)

/** In their order. @throws not-found when there is no such course, or none that the scope may write */
export async function listChapters(scope: Scope, courseId: string): Promise<Chapter[]> {
  await getCourse(scope, courseId)
  return chaptersOf(scope, courseId)
}

/** Lists the chapters of a course that is not deleted. */
export const chaptersOf = (scope: Scope, courseId: string): Promise<Chapter[]> =>
  scope.rows(ofCourse, { owner: ownerOf(scope), courseId })

const single = statement(chapter, `select ${columns} ${there} and h.id = $id`)

/** @throws not-found */
export async function getChapter(scope: Scope, id: string): Promise<Chapter> {
  const [found] = await scope.rows(single, { owner: ownerOf(scope), id })
  if (!found) throw notFound('Chapter')
  return found
}

const numbered = statement(renumbering('lms_chapters'))

/** Counts a held course's chapters from 1 again, with `placed` where its number says, or last. */
const number = (scope: Scope, courseId: string, placed?: Pick<Chapter, 'id' | 'order'>) =>
  scope.rows(numbered, { owner: ownerOf(scope), courseId, id: placed?.id ?? null, place: placed?.order ?? null })

const about = ({ id, title }: { id: string; title: string }, action: `chapter.${string}`, did: string) => ({
  action,
  category: 'system' as const,
  description: `${did} the chapter ${title}`,
  resource: 'chapter',
  resourceId: id,
})

/**
 * @throws not-found when there is no such course, or none that the scope may write, invalid at `afterIds`
 */
export async function createChapter(scope: Scope, { courseId, order, ...input }: NewChapter): Promise<Chapter> {
  await holdCourse(scope, courseId)
  const others = await chaptersOf(scope, courseId)
  const { id } = await ChapterModel.query(scope.trx).insert({ courseId, ...input, position: others.length + 1 })
  await refuseCircles(scope, courseId, { id, isChapter: true, afterIds: input.afterIds })
  await number(scope, courseId, { id, order: order ?? others.length + 1 })
  await outlineMoved(scope, courseId)
  const made = await getChapter(scope, id)
  await record(scope, {
    ...about(made, 'chapter.created', 'Added'),
    after: { ...input, order: made.order },
  })
  return made
}

/** @throws not-found, outdated (409) when `updatedAt` is not what it was, invalid at `afterIds` */
export async function updateChapter(
  scope: Scope,
  id: string,
  { updatedAt, ...change }: ChapterChange,
): Promise<Chapter> {
  await holdCourse(scope, (await getChapter(scope, id)).courseId)
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
    await refuseCircles(scope, before.courseId, {
      id,
      isChapter: true,
      before: before.afterIds,
      afterIds: rest.afterIds,
    })
  }
  if (order !== undefined) {
    await number(scope, before.courseId, { id, order })
    await outlineMoved(scope, before.courseId)
  }
  const after = await getChapter(scope, id)
  await record(scope, { ...about(after, 'chapter.updated', 'Changed'), ...changed })
  return after
}

/** Its lessons become unassigned. @throws not-found */
export async function deleteChapter(scope: Scope, id: string): Promise<void> {
  const { courseId } = await getChapter(scope, id)
  await holdCourse(scope, courseId)
  const chapterToDelete = await getChapter(scope, id)
  await ChapterModel.query(scope.trx).findById(id).patch({ deletedAt: scope.core.clock.now().toISOString() })
  await number(scope, courseId)
  await outlineMoved(scope, courseId)
  await record(scope, about(chapterToDelete, 'chapter.deleted', 'Deleted'))
}

const gone = statement(
  chapter,
  `select ${columns} from lms_chapters h where h.owner = $owner and h.id = $id and h.${canComeBack}`,
)

/** With the lessons that nobody has given another chapter since. @throws not-found when it was not deleted, or too long ago */
export async function restoreChapter(scope: Scope, id: string): Promise<Chapter> {
  const asked = { owner: ownerOf(scope), id, now: scope.core.clock.now().toISOString() }
  const [found] = await scope.rows(gone, asked)
  if (!found) throw notFound('Chapter')
  await holdCourse(scope, found.courseId)
  await ChapterModel.query(scope.trx).findById(id).patch({ deletedAt: null })
  await refuseCircles(scope, found.courseId)
  await number(scope, found.courseId, found)
  await outlineMoved(scope, found.courseId)
  await record(scope, about(found, 'chapter.restored', 'Brought back'))
  return getChapter(scope, id)
}
