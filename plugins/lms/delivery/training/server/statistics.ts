import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { TenantScope } from '#core/server/core.ts'
import { ownersRead } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'
import { countedPage, type PagedAnswer } from '#core/server/http/answers.ts'
import { hasOwnInstead } from '../../catalog/server/seen.ts'
import { courseStatistics, type CourseStatistics } from '../contract.ts'

// There are few courses: one statement for all filters is fast enough.
const selectStatistics = statement(
  courseStatistics.extend({ total: z.number() }),
  `with taken as (
      select e.course_id, count(*)::int as enrolled, count(e.completed_at)::int as completed, avg(e.progress) as progress
        from lms_enrollments e join users u on u.tenant_id = e.tenant_id and u.id = e.user_id and u.is_active
        where e.tenant_id = $tenantId group by e.course_id
    )
    select c.id as "courseId", v.title as "courseTitle", v.audience, coalesce(t.enrolled, 0) as "totalEnrolled",
        coalesce(t.completed, 0) as "totalCompleted",
        coalesce(round(100.0 * t.completed / t.enrolled), 0)::int as "completionRate",
        coalesce(round(t.progress), 0)::int as "averageProgress", count(*) over () as total
      from lms_courses c
      join lms_course_versions v on v.owner = c.owner and v.course_id = c.id and v.number = c.version
      left join lms_course_rules r on r.tenant_id = $tenantId and r.course_id = c.id
      left join taken t on t.course_id = c.id
      where c.owner = any ($owners)
        and (t.course_id is not null or (c.status = 'published' and c.deleted_at is null
          and not coalesce(r.is_hidden, false) and not ${hasOwnInstead}))
        and v.search like (select containing($search)) and ($audience::text is null or v.audience = $audience)
        and (not $isTaken::boolean or t.course_id is not null)
      order by v.title, c.id limit $most offset $offset`,
)

interface StatisticsQuery {
  search?: string | undefined
  audience?: CourseStatistics['audience'] | undefined
  only?: 'taken' | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/** Lists courses in the catalog, and archived ones that users take; by title. */
export async function listStatistics(
  scope: TenantScope,
  { search = '', audience, only, limit = LIST_CAP, offset = 0 }: StatisticsQuery,
): Promise<PagedAnswer<CourseStatistics>> {
  const rows = await scope.lastRows(selectStatistics, toParameters(scope, { search, audience, only, limit, offset }))
  return countedPage(rows, { limit, offset })
}

/** Lists all statistics, in a transaction that stays open. */
export const listAllStatistics = (scope: TenantScope): Promise<CourseStatistics[]> =>
  scope.rows(selectStatistics, toParameters(scope, { limit: LIST_CAP }))

const toParameters = (
  scope: TenantScope,
  { search = '', audience, only, limit = LIST_CAP, offset = 0 }: StatisticsQuery,
) => ({
  tenantId: scope.tenantId,
  owners: ownersRead(scope),
  search,
  audience: audience ?? null,
  isTaken: only === 'taken',
  most: limit + 1,
  offset,
})
