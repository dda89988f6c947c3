import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { RichText } from '#core/contract/rich-text.ts'
import { record } from '#core/server/audit.ts'
import type { Scope } from '#core/server/core.ts'
import { ownerOf } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, conflict, notFound } from '#core/server/errors.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import { lockCourse } from '../../courses/server/outline.ts'
import { rejectRepeatedPools, withPoolQuestions } from '../../questions/server/pools.ts'
import type { ContentChange, ContentType, LessonContent } from '../contract.ts'
import { getKind } from '../kinds/contract.ts'
import { LessonModel } from './lesson.ts'
import { getLesson } from './lessons.ts'

const json = z.record(z.string(), z.unknown())

const selectContent = statement(
  z.object({ body: json, details: json }),
  `select content as body, details from lms_lessons where owner = $owner and id = $id and deleted_at is null`,
)

/** Reads the content of a lesson. @throws not-found */
export async function getLessonContent(scope: Scope, id: string): Promise<LessonContent> {
  const { lesson, body, details } = await read(scope, id)
  const kind = getKind(lesson.contentType)
  const parsed = parseDetails(lesson.contentType, details)
  const drawn = await withPoolQuestions(scope, [parsed]).catch(toTooLargeError)
  const [whole = parsed] = Array.isArray(drawn) ? drawn : []
  return {
    lesson,
    body,
    details: { ...parsed },
    unfinished: [
      ...kind.unfinished({ body, details: whole, contentUrl: lesson.contentUrl }),
      ...(Array.isArray(drawn) ? [] : [drawn.message]),
    ],
  }
}

/** Returns the error of a bank that has grown too large for its pools: the lesson opens, so that its author can remove them. */
function toTooLargeError(error: unknown): AppError {
  if (error instanceof AppError && error.code === 'course.pools-too-large') return error
  throw error
}

/** Parses the details of a type, with defaults for fields that were added since they were written. */
const parseDetails = (type: ContentType, details: Record<string, unknown>): object =>
  getKind(type).details.parse(details[type] ?? {})

/**
 * Changes the given fields.
 * @throws not-found, outdated (409) if `updatedAt` has changed, conflict at `contentType` if another author changed its
 * type, invalid below `details`
 */
export async function updateLessonContent(
  scope: Scope,
  id: string,
  { updatedAt, contentType, ...change }: ContentChange,
): Promise<LessonContent> {
  await lockCourse(scope, (await getLesson(scope, id)).courseId)
  const { lesson, body, details } = await read(scope, id)
  refuseOutdated('this lesson', lesson.updatedAt, updatedAt)
  if (contentType !== lesson.contentType) {
    throw conflict('contentType', 'Someone else changed the type of this lesson: load it again')
  }
  const wanted = {
    body: change.body ?? body,
    details: change.details ? { ...details, [contentType]: checkDetails(contentType, change.details) } : details,
    contentUrl: change.contentUrl ?? lesson.contentUrl,
  }
  if (isDeepStrictEqual(wanted, { body, details, contentUrl: lesson.contentUrl })) return getLessonContent(scope, id)
  await LessonModel.query(scope.trx)
    .findById(id)
    .patch({
      content: wanted.body,
      details: wanted.details,
      contentUrl: wanted.contentUrl,
      updatedAt: nextVersion(scope.core.clock, lesson.updatedAt),
    })
  await record(scope, {
    action: 'lesson.updated',
    category: 'system',
    description: `Changed the content of the lesson ${lesson.title}`,
    resource: 'lesson',
    resourceId: id,
  })
  return getLessonContent(scope, id)
}

async function read(scope: Scope, id: string) {
  const lesson = await getLesson(scope, id)
  const [found] = await scope.rows(selectContent, { owner: ownerOf(scope), id })
  if (!found) throw notFound('Lesson')
  return { lesson, body: found.body as unknown as RichText, details: found.details }
}

function checkDetails(type: ContentType, details: Record<string, unknown>): object {
  const parsed = getKind(type).details.safeParse(details)
  if (parsed.success) {
    rejectRepeatedPools(parsed.data)
    return parsed.data
  }
  const fields = Object.fromEntries(
    parsed.error.issues.map(({ path, message }) => [['details', ...path].join('.'), message]),
  )
  throw new AppError('invalid', 400, Object.values(fields)[0] ?? 'Please check what you entered', { fields })
}
