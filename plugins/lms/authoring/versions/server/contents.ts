import { z } from 'zod'
import type { RichText } from '#core/contract/rich-text.ts'
import type { TenantScope } from '#core/server/core.ts'
import { ownersRead } from '#core/server/database/catalogue.ts'
import { cachePerCore } from '#core/server/database/cache.ts'
import { statement } from '#core/server/database/statement.ts'
import { getKind } from '../../lessons/kinds/contract.ts'
import { countWords } from '../../lessons/words.ts'
import type { OutlineLesson } from './course-outline.ts'

const json = z.record(z.string(), z.unknown())

/**
 * Builds the SQL of the details of a row `k` of contents. The questions that pools draw from stay in the database: there can
 * be thousands, and contents are read most.
 */
export const shownDetails = `case when jsonb_typeof(k.details -> 'pools') = 'array' then jsonb_set(k.details, '{pools}', (
    select coalesce(jsonb_agg(p.pool - 'questions' order by p.place), '[]')
      from jsonb_array_elements(k.details -> 'pools') with ordinality p (pool, place)
  )) else k.details end`

const selectContent = statement(
  z.object({ body: json, details: json }),
  `select k.body, ${shownDetails} as details from lms_lesson_contents k
    where k.owner = any ($owners) and k.course_id = $courseId and k.lesson_id = $lessonId and k.edition = $edition`,
)

/** Rules that decide when a lesson is completed. */
export interface LessonAsks {
  /** Details as its kind stores them; pools without their questions. */
  details: object
  /** Number of words in its text. */
  words: number
}

// The id of an edition is a hash of its content, so that cached ones never change; every beat of a learner reads its rules.
const asksOf = cachePerCore<LessonAsks | null>({
  // Without their texts; a quiz of a hundred questions has 100 kB.
  max: 500,
})

/**
 * Reads the rules of a lesson in a version; null if there is none. The caller must have checked that the user may read the
 * version.
 */
export function getLessonAsks(scope: TenantScope, courseId: string, lesson: OutlineLesson): Promise<LessonAsks | null> {
  return asksOf(scope.core).get([courseId, lesson.id, lesson.edition].join(), () => load(scope, courseId, lesson))
}

async function load(
  scope: TenantScope,
  courseId: string,
  { id: lessonId, edition, contentType }: OutlineLesson,
): Promise<LessonAsks | null> {
  const [found] = await scope.rows(selectContent, { owners: ownersRead(scope), courseId, lessonId, edition })
  if (!found) return null
  return {
    details: getKind(contentType).details.parse(found.details),
    words: countWords(found.body as unknown as RichText),
  }
}
