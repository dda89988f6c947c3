import type { PlatformScope } from '#core/server/core.ts'
import { PLATFORM_OWNER } from '#core/server/database/ownership.ts'
import { statement } from '#core/server/database/statement.ts'
import { mount } from '#core/server/http/mount.ts'
import { courseMetrics, metricsContract, type CourseMetrics } from '../contract.ts'

const selectMetrics = statement(
  courseMetrics,
  `select c."totalCourses", c."totalHours", e.count as "totalEnrollments",
      case when e.count = 0 then 0 else round(100.0 * e.completed / e.count)::int end as "completionRate"
    from (
      select count(*)::int as "totalCourses",
        coalesce(round(sum(v.minutes) filter (where c.status = 'published') / 60.0), 0)::int as "totalHours"
      from lms_courses c
        left join lms_course_versions v on v.owner = c.owner and v.course_id = c.id and v.number = c.version
      where c.owner = $owner and c.deleted_at is null
    ) c cross join (
      select count(*)::int as count, (count(*) filter (where completed_at is not null))::int as completed
      from lms_enrollments
    ) e`,
)

/** Counts for the course cards of the super admin's dashboard (spec part 1, section 2). */
async function countCourses(scope: PlatformScope): Promise<CourseMetrics> {
  const [found] = await scope.lastRows(selectMetrics, { owner: PLATFORM_OWNER })
  if (!found) throw new Error('A count always answers one row')
  return found
}

export const metricsRoutes = mount(metricsContract, { courseMetrics: countCourses })
