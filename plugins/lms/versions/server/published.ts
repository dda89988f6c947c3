import { z } from 'zod'
import type { Core, Scope } from '#core/server/core.ts'
import { Cache } from '#core/server/database/cache.ts'
import { statement } from '#core/server/database/statement.ts'
import { kindOf } from '../../lessons/kinds/contract.ts'
import { courseOutline, type CourseOutline, type OutlineLesson } from './course-outline.ts'

/** A version as learners go through it. */
export interface PublishedCourse extends CourseOutline {
  byId: ReadonlyMap<string, OutlineLesson>
  /** As it was published. */
  written: CourseOutline
}

const outlined = statement(
  z.object({ outline: courseOutline }),
  'select outline from lms_course_versions where id = $id',
)

// Nobody changes a version, and all its learners read it: an outline of 200 lessons takes longer to come from the database
// than everything else of their page.
const caches = new WeakMap<Core, Cache<PublishedCourse>>()

/** Versions that are kept in memory; one of 200 lessons with long descriptions has half a megabyte. */
const MOST = 100

/**
 * A version of a course. Whoever asks has found its id among those that they may read.
 * @throws Error where there is none
 */
export function publishedCourse(scope: Scope, versionId: string): Promise<PublishedCourse> {
  const cache = caches.get(scope.core) ?? new Cache<PublishedCourse>(scope.core.invalidations, MOST)
  caches.set(scope.core, cache)
  return cache.get(versionId, () => load(scope, versionId))
}

async function load(scope: Scope, versionId: string): Promise<PublishedCourse> {
  const [found] = await scope.rows(outlined, { id: versionId })
  if (!found) throw new Error(`There is no version ${versionId}`)
  const lessons = found.outline.lessons.map(withoutUntaken)
  return {
    ...found.outline,
    lessons,
    written: found.outline,
    byId: new Map(lessons.map((lesson) => [lesson.id, lesson])),
  }
}

/** What cannot be done here is not required, whatever was published. */
const withoutUntaken = (lesson: OutlineLesson): OutlineLesson =>
  kindOf(lesson.contentType).canBeDone ? lesson : { ...lesson, isRequired: false }
