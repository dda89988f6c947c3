import { z } from 'zod'
import type { RichText } from '#core/contract/rich-text.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { packageItem } from '../../../authoring/files/contract.ts'
import { getKind } from '../../../authoring/lessons/kinds/contract.ts'
import { countWords } from '../../../authoring/lessons/words.ts'
import { shownDetails } from '../../../authoring/versions/server/contents.ts'
import { getPublishedCourse } from '../../../authoring/versions/server/published.ts'
import type { ReadLesson } from '../contract.ts'
import { listLessonLocks, rejectLocked } from './gate.ts'
import { toLessonProgress, getProgress, type StoredProgress } from './lesson-progress.ts'
import { loadReader } from './reader.ts'
import { catalogTables, isInCatalog, catalogParameters } from './seen.ts'

const json = z.record(z.string(), z.unknown())

const selectStanding = statement(
  z.object({
    versionId: z.uuid(),
    enrollmentId: z.uuid().nullable(),
    enrolledAt: z.string().nullable(),
    cycle: z.number().int().nullable(),
  }),
  `select v.id as "versionId", e.id as "enrollmentId", e.enrolled_at as "enrolledAt", e.cycle
    ${catalogTables} where ${isInCatalog} and c.id = $courseId`,
)

const selectContent = statement(
  z.object({ body: json, details: json }),
  `select k.body, ${shownDetails} as details from lms_lesson_contents k
    where k.owner = any ($owners) and k.course_id = $courseId and k.lesson_id = $lessonId and k.edition = $edition`,
)

const selectSavedState = statement(
  z.object({ state: z.string().nullable() }),
  `select state ->> 'text' as state from lms_lesson_progress
    where tenant_id = $tenantId and enrollment_id = $enrollmentId and cycle = $cycle and lesson_id = $lessonId`,
)

const selectPackageItems = statement(
  z.object({ items: z.array(packageItem).nullable() }),
  "select package -> 'items' as items from lms_files where owner = any ($owners) and id = any ($fileIds)",
)

type Standing = z.infer<(typeof selectStanding)['row']>

async function getPackageState(scope: TenantScope, { enrollmentId, cycle }: Standing, lessonId: string) {
  if (enrollmentId === null) return ''
  const [row] = await scope.rows(selectSavedState, {
    tenantId: scope.tenantId,
    enrollmentId,
    cycle: cycle ?? 1,
    lessonId,
  })
  return row?.state ?? ''
}

/**
 * Reads a lesson of the caller's version, without anything that reveals a correct answer.
 * @throws not-found if the caller finds no such lesson, forbidden (403) with the reasons if it is locked
 */
export async function readLesson(scope: TenantScope, courseId: string, lessonId: string): Promise<ReadLesson> {
  const seen = catalogParameters(scope)
  const [row] = await scope.rows(selectStanding, { ...seen, courseId })
  if (!row) throw notFound('Lesson')
  const course = await getPublishedCourse(scope, row.versionId)
  const lesson = course.byId.get(lessonId)
  if (!lesson) throw notFound('Lesson')
  rejectLocked(listLessonLocks(course, lesson, await loadReader(scope, course, row)))
  const { title, description, contentType, contentUrl, duration, edition } = lesson
  const [written] = await scope.rows(selectContent, { owners: seen.owners, courseId, lessonId, edition })
  if (!written) throw notFound('Lesson')
  const kind = getKind(contentType)
  const details = kind.details.parse(written.details)
  const fileIds = contentType === 'interactive' ? (kind.files?.(details) ?? []) : []
  const [items] = fileIds.length > 0 ? await scope.rows(selectPackageItems, { owners: seen.owners, fileIds }) : []
  const body = written.body as unknown as RichText
  const kept: StoredProgress | undefined =
    row.enrollmentId === null ? undefined : await getProgress(scope, row.enrollmentId, row.cycle ?? 1, lessonId)
  return {
    id: lessonId,
    title,
    description,
    contentType,
    contentUrl,
    duration,
    language: course.language,
    body,
    details: { ...kind.shown(details) },
    packageState: contentType === 'interactive' ? await getPackageState(scope, row, lessonId) : '',
    packageItems: items?.items ?? [],
    rule: kind.rule(details),
    progress:
      row.enrollmentId === null
        ? null
        : await toLessonProgress(scope, { lessonId, kind, details, words: countWords(body), minutes: duration }, kept),
  }
}
