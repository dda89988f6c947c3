import { z } from 'zod'
import type { Scope } from '#core/server/core.ts'
import { ownerOf } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'

/** Days for which deleted parts can be restored. */
const RETENTION_DAYS = 30

/** SQL condition on a row whose `deleted_at` is set. */
export const isRestorable = `deleted_at > $now::timestamptz - interval '${RETENTION_DAYS} days'`

const lockCourseRow = statement(
  z.object({ title: z.string(), outlineVersion: z.number().int() }),
  `select title, outline_version as "outlineVersion" from lms_courses
    where owner = $owner and id = $id and deleted_at is null for no key update`,
)

/**
 * Locks a course until the transaction ends, so that its outline does not change concurrently.
 * @throws not-found if there is none that the scope may write
 */
export async function lockCourse(scope: Scope, id: string): Promise<{ title: string; outlineVersion: number }> {
  const [found] = await scope.rows(lockCourseRow, { owner: ownerOf(scope), id })
  if (!found) throw notFound('Course')
  return found
}

const updateOutlineVersion = statement(
  z.object({ outlineVersion: z.number().int() }),
  `update lms_courses set outline_version = outline_version + 1 where owner = $owner and id = $id
    returning outline_version as "outlineVersion"`,
)

/**
 * Increments the outline version of a locked course whose chapters or lessons, or their order, changed. @returns the new
 * version
 */
export async function bumpOutlineVersion(scope: Scope, courseId: string): Promise<number> {
  const [found] = await scope.rows(updateOutlineVersion, { owner: ownerOf(scope), id: courseId })
  if (!found) throw new Error('A held course is there')
  return found.outlineVersion
}

/** Builds the SQL that numbers a course's parts from 1 again, with `$id`, if it exists, at `$place`, or last. */
export const renumberSql = (table: 'lms_chapters' | 'lms_lessons'): string => `update ${table} o set position = n.place
  from (
    select id, row_number() over (order by case when id = $id::uuid then $place::int - 0.5 else present end) as place
      from (
        select id, row_number() over (order by coalesce(id = $id::uuid, false), position, id) as present
          from ${table} where owner = $owner and course_id = $courseId and deleted_at is null
      ) counted
  ) n
  where o.owner = $owner and o.id = n.id and o.position <> n.place`
