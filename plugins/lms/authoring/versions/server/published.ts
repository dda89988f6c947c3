import { z } from 'zod'
import type { Scope } from '#core/server/core.ts'
import { ownersRead } from '#core/server/database/catalogue.ts'
import { cachePerCore } from '#core/server/database/cache.ts'
import { statement } from '#core/server/database/statement.ts'
import { courseOutline, type CourseOutline, type OutlineLesson } from './course-outline.ts'

/** Version with its lessons by id. */
export interface PublishedCourse extends CourseOutline {
  byId: ReadonlyMap<string, OutlineLesson>
}

const selectOutlines = statement(
  z.object({ id: z.uuid(), outline: courseOutline }),
  'select id, outline from lms_course_versions where id = any ($ids)',
)

// Versions are immutable, and all their learners read them: loading an outline of 200 lessons takes longer than the rest of the
// page.
const coursesOf = cachePerCore<PublishedCourse>({
  // One of 200 lessons with long descriptions has half a megabyte.
  max: 100,
})

/**
 * Reads a version of a course. The caller must have checked that the user may read it.
 * @throws Error if there is none
 */
export async function getPublishedCourse(scope: Scope, versionId: string): Promise<PublishedCourse> {
  const course = (await getPublishedCourses(scope, [versionId])).get(versionId)
  if (!course) throw new Error(`There is no version ${versionId}`)
  return course
}

/**
 * Several versions, by their ids: those that are not in memory come with one statement.
 * @throws Error where there is none
 */
export async function getPublishedCourses(
  scope: Scope,
  versionIds: readonly string[],
): Promise<ReadonlyMap<string, PublishedCourse>> {
  const cache = coursesOf(scope.core)
  const missing: string[] = []
  // Begins once all have been looked for in the cache.
  const loading = Promise.resolve().then(() => load(scope, missing))
  const found = await Promise.all(
    versionIds.map(async (id) =>
      cache.get(id, async () => {
        missing.push(id)
        const course = (await loading).get(id)
        if (!course) throw new Error(`There is no version ${id}`)
        return course
      }),
    ),
  )
  return new Map(versionIds.map((id, index) => [id, found[index] as PublishedCourse]))
}

const selectVersionId = statement(
  z.object({ id: z.uuid() }),
  'select id from lms_course_versions where owner = any ($owners) and course_id = $courseId and number = $number',
)

const idsOf = cachePerCore<string>({ max: 1000 })

/**
 * Reads the version of a course with this number, as an enrollment stores it.
 * @throws Error if there is none
 */
export async function getPublishedVersion(scope: Scope, courseId: string, number: number): Promise<PublishedCourse> {
  const id = await idsOf(scope.core).get(`${courseId} ${number}`, async () => {
    const [found] = await scope.rows(selectVersionId, { owners: ownersRead(scope), courseId, number })
    if (!found) throw new Error(`There is no version ${number} of the course ${courseId}`)
    return found.id
  })
  return getPublishedCourse(scope, id)
}

async function load(scope: Scope, ids: readonly string[]): Promise<ReadonlyMap<string, PublishedCourse>> {
  const rows = ids.length === 0 ? [] : await scope.rows(selectOutlines, { ids })
  return new Map(
    rows.map(({ id, outline }) => [
      id,
      { ...outline, byId: new Map(outline.lessons.map((lesson) => [lesson.id, lesson])) },
    ]),
  )
}
