import { z } from 'zod'
import type { RichText } from '#core/contract/rich-text.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { kindOf } from '../../lessons/kinds/contract.ts'
import { wordsOf } from '../../lessons/words.ts'
import { shownDetails } from '../../versions/server/contents.ts'
import { publishedCourse } from '../../versions/server/published.ts'
import type { ReadLesson } from '../contract.ts'
import { lessonGate, refuseLocked } from './gate.ts'
import { answeredProgress, keptProgress, type KeptProgress } from './lesson-progress.ts'
import { readerOf } from './reader.ts'
import { catalogued, found, seenBy } from './seen.ts'

const json = z.record(z.string(), z.unknown())

const standing = statement(
  z.object({
    versionId: z.uuid(),
    enrollmentId: z.uuid().nullable(),
    enrolledAt: z.string().nullable(),
    cycle: z.number().int().nullable(),
  }),
  `select v.id as "versionId", e.id as "enrollmentId", e.enrolled_at as "enrolledAt", e.cycle
    ${catalogued} where ${found} and c.id = $courseId`,
)

const content = statement(
  z.object({ body: json, details: json }),
  `select k.body, ${shownDetails} as details from lms_lesson_contents k
    where k.owner = any ($owners) and k.course_id = $courseId and k.lesson_id = $lessonId and k.edition = $edition`,
)

const left = statement(
  z.object({ state: z.string().nullable() }),
  `select state ->> 'text' as state from lms_lesson_progress
    where tenant_id = $tenantId and enrollment_id = $enrollmentId and cycle = $cycle and lesson_id = $lessonId`,
)

type Standing = z.infer<(typeof standing)['row']>

async function packageStateOf(scope: TenantScope, { enrollmentId, cycle }: Standing, lessonId: string) {
  if (enrollmentId === null) return ''
  const [row] = await scope.rows(left, { tenantId: scope.tenantId, enrollmentId, cycle: cycle ?? 1, lessonId })
  return row?.state ?? ''
}

/**
 * A lesson of the version that the caller gets, without anything that tells a right answer.
 * @throws not-found where the caller finds no such lesson, forbidden (403) where it is locked, with the reasons
 */
export async function readLesson(scope: TenantScope, courseId: string, lessonId: string): Promise<ReadLesson> {
  const seen = seenBy(scope)
  const [row] = await scope.rows(standing, { ...seen, courseId })
  if (!row) throw notFound('Lesson')
  const course = await publishedCourse(scope, row.versionId)
  const lesson = course.byId.get(lessonId)
  if (!lesson) throw notFound('Lesson')
  refuseLocked(lessonGate(course, lesson, await readerOf(scope, course, row)))
  const { title, description, contentType, contentUrl, duration, edition } = lesson
  const [written] = await scope.rows(content, { owners: seen.owners, courseId, lessonId, edition })
  if (!written) throw notFound('Lesson')
  const kind = kindOf(contentType)
  const details = kind.details.parse(written.details)
  const body = written.body as unknown as RichText
  const kept: KeptProgress | undefined =
    row.enrollmentId === null ? undefined : await keptProgress(scope, row.enrollmentId, row.cycle ?? 1, lessonId)
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
    packageState: contentType === 'interactive' ? await packageStateOf(scope, row, lessonId) : '',
    rule: kind.rule(details),
    progress:
      row.enrollmentId === null
        ? null
        : await answeredProgress(scope, { lessonId, kind, details, words: wordsOf(body), minutes: duration }, kept),
  }
}
