import { z } from 'zod'
import type { RichText } from '#core/contract/rich-text.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { forbidden, notFound } from '#core/server/errors.ts'
import { contentTypes } from '../../lessons/contract.ts'
import { kindOf } from '../../lessons/kinds/contract.ts'
import type { ReadLesson } from '../contract.ts'
import { isOpenTo } from './courses.ts'
import { catalogued, found, seenBy } from './seen.ts'

const json = z.record(z.string(), z.unknown())

// Of the outline nothing but the one lesson leaves the database, and none of the questions that pools draw from: this is
// what is read most.
const lesson = statement(
  z.object({
    title: z.string(),
    description: z.string(),
    contentType: z.enum(contentTypes),
    contentUrl: z.string(),
    duration: z.number().int(),
    isPreview: z.boolean(),
    isEnrolled: z.boolean(),
    language: z.string(),
    body: json,
    details: json,
  }),
  `select l.title, l.description, l."contentType", l."contentUrl", l.duration, l."isPreview", e.id is not null as "isEnrolled",
      v.language, k.body,
      case when jsonb_typeof(k.details -> 'pools') = 'array' then jsonb_set(k.details, '{pools}', (
          select coalesce(jsonb_agg(p.pool - 'questions' order by p.place), '[]')
            from jsonb_array_elements(k.details -> 'pools') with ordinality p (pool, place)
        )) else k.details end as details
    ${catalogued}
    cross join lateral jsonb_to_recordset(v.outline -> 'lessons') l (id uuid, title text, description text,
      "contentType" text, "contentUrl" text, duration int, "isPreview" boolean, edition text)
    join lms_lesson_contents k on k.owner = v.owner and k.course_id = v.course_id and k.lesson_id = l.id and k.edition = l.edition
    where ${found} and c.id = $courseId and l.id = $lessonId`,
)

/**
 * A lesson of the version that the caller gets, without anything that tells a right answer.
 * @throws not-found where the caller finds no such lesson, forbidden (403) where it is locked
 */
export async function readLesson(scope: TenantScope, courseId: string, lessonId: string): Promise<ReadLesson> {
  const [row] = await scope.rows(lesson, { ...seenBy(scope), courseId, lessonId })
  if (!row) throw notFound('Lesson')
  if (!isOpenTo(row, row.isEnrolled)) throw forbidden('Enroll in the course to access lesson content.')
  const kind = kindOf(row.contentType)
  const details = kind.details.parse(row.details)
  const { title, description, contentType, contentUrl, duration, language } = row
  return {
    id: lessonId,
    title,
    description,
    contentType,
    contentUrl,
    duration,
    language,
    body: row.body as unknown as RichText,
    details: { ...kind.shown(details) },
    rule: kind.rule(details),
  }
}
