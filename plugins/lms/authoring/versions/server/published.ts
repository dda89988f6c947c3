import { z } from 'zod'
import type { Core, Scope } from '#core/server/core.ts'
import { ownersRead } from '#core/server/database/catalogue.ts'
import { Cache } from '#core/server/database/cache.ts'
import { statement } from '#core/server/database/statement.ts'
import { courseOutline, type CourseOutline, type OutlineLesson } from './course-outline.ts'

/** Version with its lessons by id. */
export interface PublishedCourse extends CourseOutline {
  byId: ReadonlyMap<string, OutlineLesson>
}

const selectOutline = statement(
  z.object({ outline: courseOutline }),
  'select outline from lms_course_versions where id = $id',
)

// Versions are immutable, and all their learners read them: loading an outline of 200 lessons takes longer than the rest of the
// page.
const caches = new WeakMap<Core, Cache<PublishedCourse>>()

/** Maximum versions in memory; one of 200 lessons with long descriptions has half a megabyte. */
const MAX_CACHED = 100

/**
 * Reads a version of a course. The caller must have checked that the user may read it.
 * @throws Error if there is none
 */
export function getPublishedCourse(scope: Scope, versionId: string): Promise<PublishedCourse> {
  const cache = caches.get(scope.core) ?? new Cache<PublishedCourse>(scope.core.invalidations, MAX_CACHED)
  caches.set(scope.core, cache)
  return cache.get(versionId, () => load(scope, versionId))
}

const selectVersionId = statement(
  z.object({ id: z.uuid() }),
  'select id from lms_course_versions where owner = any ($owners) and course_id = $courseId and number = $number',
)

const idsOf = new WeakMap<Core, Cache<string>>()

/** Maximum ids of versions in memory. */
const MAX_CACHED_IDS = 1000

/**
 * Reads the version of a course with this number, as an enrollment stores it.
 * @throws Error if there is none
 */
export async function getPublishedVersion(scope: Scope, courseId: string, number: number): Promise<PublishedCourse> {
  const ids = idsOf.get(scope.core) ?? new Cache<string>(scope.core.invalidations, MAX_CACHED_IDS)
  idsOf.set(scope.core, ids)
  const id = await ids.get(`${courseId} ${number}`, async () => {
    const [found] = await scope.rows(selectVersionId, { owners: ownersRead(scope), courseId, number })
    if (!found) throw new Error(`There is no version ${number} of the course ${courseId}`)
    return found.id
  })
  return getPublishedCourse(scope, id)
}

async function load(scope: Scope, versionId: string): Promise<PublishedCourse> {
  const [found] = await scope.rows(selectOutline, { id: versionId })
  if (!found) throw new Error(`There is no version ${versionId}`)
  return { ...found.outline, byId: new Map(found.outline.lessons.map((lesson) => [lesson.id, lesson])) }
}
