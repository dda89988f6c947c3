import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { Scope } from '#core/server/core.ts'
import { ownerOf } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'
import { countedPage, type PagedAnswer } from '#core/server/http/answers.ts'
import { deletedCourse, deletedPart, type DeletedCourse, type DeletedPart } from '../deleted-contract.ts'
import { getCourse } from './courses.ts'
import { isRestorable } from './outline.ts'

const page = 'order by deleted_at desc, id limit $most offset $offset'

const selectDeletedCourses = statement(
  deletedCourse.extend({ total: z.number() }),
  `select id, title, deleted_at as "deletedAt", count(*) over () as total from lms_courses
    where owner = $owner and ${isRestorable} ${page}`,
)

const selectDeletedParts = statement(
  deletedPart.extend({ total: z.number() }),
  `select id, title, kind, deleted_at as "deletedAt", count(*) over () as total from (
      select id, title, 'chapter' as kind, deleted_at from lms_chapters
        where owner = $owner and course_id = $courseId and ${isRestorable}
      union all
      select id, title, 'lesson', deleted_at from lms_lessons
        where owner = $owner and course_id = $courseId and ${isRestorable}
    ) gone ${page}`,
)

interface Paging {
  limit?: number | undefined
  offset?: number | undefined
}

/** Lists deleted courses that the scope may restore, newest deletion first. */
export async function listDeletedCourses(scope: Scope, paging: Paging): Promise<PagedAnswer<DeletedCourse>> {
  const asked = { owner: ownerOf(scope), now: scope.core.clock.now().toISOString(), ...toRowLimits(paging) }
  return toPage(await scope.lastRows(selectDeletedCourses, asked), paging)
}

/**
 * Lists deleted parts of a course, newest deletion first.
 * @throws not-found if there is no such course, or the scope may not write it
 */
export async function listDeletedParts(
  scope: Scope,
  courseId: string,
  paging: Paging,
): Promise<PagedAnswer<DeletedPart>> {
  await getCourse(scope, courseId)
  const asked = { owner: ownerOf(scope), courseId, now: scope.core.clock.now().toISOString(), ...toRowLimits(paging) }
  return toPage(await scope.lastRows(selectDeletedParts, asked), paging)
}

const toRowLimits = ({ limit = LIST_CAP, offset = 0 }: Paging) => ({ most: limit + 1, offset })

function toPage<Row extends { total: number }>(found: readonly Row[], { limit = LIST_CAP, offset = 0 }: Paging) {
  // Beyond the end of the list no row carries the total.
  return countedPage(found, { limit, offset })
}
