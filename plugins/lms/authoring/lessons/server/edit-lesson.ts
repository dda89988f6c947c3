import type { PartialModelObject } from 'objection'
import { z } from 'zod'
import { changedFields, record } from '#core/server/audit.ts'
import type { Scope } from '#core/server/core.ts'
import { ownerOf } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, conflict, invalidField, notFound } from '#core/server/errors.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import { getChapter } from '../../courses/server/chapters.ts'
import { rejectCircles } from '../../courses/server/openings.ts'
import { isRestorable, lockCourse, bumpOutlineVersion, renumberSql } from '../../courses/server/outline.ts'
import { MAX_LESSONS, type Lesson, type LessonChange, type NewLesson } from '../contract.ts'
import { LessonModel } from './lesson.ts'
import { getLesson, listCourseLessons } from './lessons.ts'
import { toDocument } from './paragraphs.ts'

const describeAct = ({ id, title }: { id: string; title: string }, action: `lesson.${string}`, did: string) => ({
  action,
  category: 'system' as const,
  description: `${did} the lesson ${title}`,
  resource: 'lesson',
  resourceId: id,
})

/**
 * Creates a lesson.
 * @throws not-found if there is no such course, or the scope may not write it, invalid at `chapterId` for a chapter of
 * another course, at `afterIds`, and if the course has the maximum number of lessons
 */
export async function createLesson(
  scope: Scope,
  { courseId, order, videoUrl, content, ...input }: NewLesson,
): Promise<Lesson> {
  await lockCourse(scope, courseId)
  await checkChapter(scope, courseId, input.chapterId)
  const others = await listCourseLessons(scope, courseId)
  rejectFull(others)
  const { id } = await LessonModel.query(scope.trx).insert({
    courseId,
    ...input,
    content: toDocument(content),
    contentUrl: videoUrl,
    position: others.length + 1,
  })
  await rejectCircles(scope, courseId, { id, isChapter: false, afterIds: input.afterIds })
  await number(scope, courseId, { id, order: order ?? others.length + 1 })
  await bumpOutlineVersion(scope, courseId)
  const made = await getLesson(scope, id)
  await record(scope, { ...describeAct(made, 'lesson.created', 'Added'), after: made })
  return made
}

/**
 * Changes the given fields. Unchanged plain text leaves the content as it is.
 * @throws not-found, outdated (409) if `updatedAt` has changed, conflict at `content` if other plain text would replace a rich
 * text, invalid at `chapterId` and `afterIds`
 */
export async function updateLesson(
  scope: Scope,
  id: string,
  { updatedAt, videoUrl, content, ...change }: LessonChange,
): Promise<Lesson> {
  await lockCourse(scope, (await getLesson(scope, id)).courseId)
  const before = await getLesson(scope, id)
  refuseOutdated('this lesson', before.updatedAt, updatedAt)
  const isRewritten = content !== undefined && content !== before.content.trim()
  if (isRewritten && before.isRich) {
    throw conflict('content', 'This text is more than paragraphs: write it on the lesson’s page')
  }
  const changed = changedFields<Partial<Lesson>>(before, {
    ...change,
    ...(isRewritten ? { content } : {}),
    ...(videoUrl === undefined ? {} : { contentUrl: videoUrl }),
  })
  if (Object.keys(changed.after).length === 0) return before
  await checkChapter(scope, before.courseId, changed.after.chapterId)
  await LessonModel.query(scope.trx)
    .findById(id)
    .patch({ ...toColumns(changed.after), updatedAt: nextVersion(scope.core.clock, before.updatedAt) })
  const { afterIds, chapterId } = changed.after
  if (afterIds !== undefined || chapterId !== undefined) {
    await rejectCircles(scope, before.courseId, { id, isChapter: false, before: before.afterIds, afterIds })
  }
  if (changed.after.order !== undefined) await number(scope, before.courseId, { id, order: changed.after.order })
  if (changed.after.order !== undefined || chapterId !== undefined) {
    await bumpOutlineVersion(scope, before.courseId)
  }
  const after = await getLesson(scope, id)
  await record(scope, { ...describeAct(after, 'lesson.updated', 'Changed'), ...changed })
  return after
}

/** Deletes a lesson. @throws not-found */
export async function deleteLesson(scope: Scope, id: string): Promise<void> {
  const { courseId } = await getLesson(scope, id)
  await lockCourse(scope, courseId)
  const lesson = await getLesson(scope, id)
  await LessonModel.query(scope.trx).findById(id).patch({ deletedAt: scope.core.clock.now().toISOString() })
  await number(scope, courseId)
  await bumpOutlineVersion(scope, courseId)
  await record(scope, describeAct(lesson, 'lesson.deleted', 'Deleted'))
}

const selectDeletedLesson = statement(
  z.object({ id: z.uuid(), courseId: z.uuid(), title: z.string(), order: z.number().int() }),
  `select id, course_id as "courseId", title, position as "order" from lms_lessons where owner = $owner and id = $id and ${isRestorable}`,
)

/**
 * Restores a lesson.
 * @throws not-found if it was not deleted, or too long ago, and if the course has the maximum number of lessons
 */
export async function restoreLesson(scope: Scope, id: string): Promise<Lesson> {
  const asked = { owner: ownerOf(scope), id, now: scope.core.clock.now().toISOString() }
  const [found] = await scope.rows(selectDeletedLesson, asked)
  if (!found) throw notFound('Lesson')
  await lockCourse(scope, found.courseId)
  rejectFull(await listCourseLessons(scope, found.courseId))
  await LessonModel.query(scope.trx).findById(id).patch({ deletedAt: null })
  await rejectCircles(scope, found.courseId)
  await number(scope, found.courseId, found)
  await bumpOutlineVersion(scope, found.courseId)
  await record(scope, describeAct({ id, title: found.title }, 'lesson.restored', 'Brought back'))
  return getLesson(scope, id)
}

const updatePositions = statement(renumberSql('lms_lessons'))

/** Numbers a locked course's lessons from 1 again, with `placed` at its number, or last. */
const number = (scope: Scope, courseId: string, placed?: Pick<Lesson, 'id' | 'order'>) =>
  scope.rows(updatePositions, { owner: ownerOf(scope), courseId, id: placed?.id ?? null, place: placed?.order ?? null })

function rejectFull(present: readonly Lesson[]): void {
  if (present.length < MAX_LESSONS) return
  throw new AppError('lesson.too-many', 409, `A course has at most ${MAX_LESSONS} lessons.`)
}

async function checkChapter(scope: Scope, courseId: string, chapterId: string | null | undefined): Promise<void> {
  if (!chapterId) return
  const chapter = await getChapter(scope, chapterId).catch(() => undefined)
  if (chapter?.courseId !== courseId) throw invalidField('chapterId', 'This course has no such chapter')
}

function toColumns({
  content,
  order: _order,
  isRich: _isRich,
  ...rest
}: Partial<Lesson>): PartialModelObject<LessonModel> {
  return {
    ...rest,
    ...(content === undefined ? {} : { content: toDocument(content) }),
  }
}
