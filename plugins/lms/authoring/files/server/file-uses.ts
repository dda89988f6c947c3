import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { Scope } from '#core/server/core.ts'
import { ownerOf } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'
import { countedPage, type PagedAnswer } from '#core/server/http/answers.ts'
import { getCourse } from '../../courses/server/courses.ts'
import type { CourseFileKind } from '../contract.ts'
import { courseFileUse, MAX_NAMED_LESSONS, type CourseFileUse } from '../uses-contract.ts'
import { columns, expandKind } from './course-files.ts'

// Scans each lesson once for anything that looks like a file id, however many files there are.
const selectFileUses = statement(
  courseFileUse.extend({ total: z.number() }),
  `with named as materialized (
      select distinct l.id, l.title, l.position, l.deleted_at is not null as gone, lower(m[1])::uuid as file_id
        from lms_lessons l, regexp_matches(l.content::text || l.details::text || l.content_url,
          '([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})', 'gi') m
        where l.owner = $owner and l.course_id = $courseId
    )
    select ${columns}, count(*) over () as total,
      exists (select from lms_version_files v where v.owner = f.owner and v.file_id = f.id) as "isPublished",
      coalesce((
        select json_agg(json_build_object('id', n.id, 'title', n.title, 'isDeleted', n.gone) order by n.position, n.id)
          from (select * from named where file_id = f.id order by position, id limit ${MAX_NAMED_LESSONS}) n
      ), '[]'::json) as lessons
    from lms_files f join files b on b.owner = f.owner and b.id = f.id and b.state <> 'receiving'
    where f.owner = $owner and f.course_id = $courseId and f.search like (select containing($search))
      and ($kinds::text[] is null or f.kind = any ($kinds))
      and (not $isUnused::boolean or not (
        f.id in (select file_id from named)
        or exists (select from lms_version_files v where v.owner = f.owner and v.file_id = f.id)
      ))
    order by f.name, f.id limit $most offset $offset`,
)

interface UsesQuery {
  search?: string | undefined
  kind?: CourseFileKind | undefined
  unused?: 'true' | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/**
 * Lists files with their uses, by name; without `limit` at most 1000.
 * @throws not-found if there is no such course, or the scope may not write it
 */
export async function listCourseFileUses(
  scope: Scope,
  courseId: string,
  { search = '', kind, unused, limit = LIST_CAP, offset = 0 }: UsesQuery,
): Promise<PagedAnswer<CourseFileUse>> {
  await getCourse(scope, courseId)
  const found = await scope.rows(selectFileUses, {
    owner: ownerOf(scope),
    courseId,
    search,
    kinds: expandKind(kind),
    isUnused: unused !== undefined,
    most: limit + 1,
    offset,
  })
  // Beyond the end of the list no row carries the total.
  return countedPage(found, { limit, offset })
}
