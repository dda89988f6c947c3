import type { TenantScope } from '#core/server/core.ts'
import { ownersRead } from '#core/server/database/catalogue.ts'
import { hasOwnInstead } from '../../catalog/server/seen.ts'
import { EXPIRING_DAYS } from '../contract.ts'
import { validCertificates } from './certificates.ts'

/** Instructors whose training an organization tracks. */
export const activeInstructors = `u.role = 'instructor' and u.is_active`

const forInstructors = `('instructors', 'everybody')`

/**
 * Selects the courses of users as `held`: those required, by the same rule as in the catalog, and those they are enrolled in.
 * Each is included once, however many rules and enrollments there are.
 * @param whom SQL condition on users `u` of the organization
 */
export const enrolledCourses = (whom: string) => `people as materialized (
    select u.id, u.first_name, u.last_name, u.email, u.search from users u where u.tenant_id = $tenantId and ${whom}
  ), day as materialized (
    select ($now::timestamptz at time zone t.time_zone)::date as today from tenants t where t.id = $tenantId
  ), courses as materialized (
    select c.id, c.owner, c.version, r.required_until, coalesce(r.project_ids, '{}') as project_ids,
        coalesce(r.required_for in ${forInstructors}, false) as is_of_all,
        c.status = 'published' and c.deleted_at is null and not coalesce(r.is_hidden, false)
          and not ${hasOwnInstead} as is_open
      from lms_courses c left join lms_course_rules r on r.tenant_id = $tenantId and r.course_id = c.id
      where c.owner = any ($owners)
  ), asked as materialized (
    select u.id as user_id, c.id as course_id from people u cross join courses c where c.is_of_all and c.is_open
    union all
    select distinct l.user_id, c.id from courses c
      join lms_project_leads l on l.tenant_id = $tenantId and l.project_id = any (c.project_ids)
        and l.leads_until > $now::timestamptz
      join people u on u.id = l.user_id
      where c.is_open and not c.is_of_all and c.project_ids <> '{}'
  ), taken as (
    select e.user_id, e.course_id, e.version, e.progress, e.enrolled_at, e.completed_at, e.extended_until,
        greatest(e.enrolled_at, e.completed_at, e.last_activity_at) as active_at
      from people u join lms_enrollments e on e.tenant_id = $tenantId and e.user_id = u.id
  ), certified as materialized (${validCertificates}), asked_or_taken as (
    -- A full join of both sides: otherwise each required course is searched among all enrollments, one by one.
    select coalesce(e.user_id, a.user_id) as user_id, coalesce(e.course_id, a.course_id) as course_id,
        a.user_id is not null as is_asked, e.version, e.progress, e.enrolled_at, e.completed_at, e.active_at,
        e.extended_until
      from taken e full join asked a on a.user_id = e.user_id and a.course_id = e.course_id
  ), began as (
    select b.user_id, c.id as course_id, v.title, b.is_asked and v.audience in ${forInstructors} as is_required,
        coalesce(b.extended_until, c.required_until) as required_until, coalesce(b.progress, 0) as progress, b.enrolled_at, b.completed_at, b.active_at
      from asked_or_taken b
      join courses c on c.id = b.course_id
      join lms_course_versions v on v.owner = c.owner and v.course_id = c.id and v.number = coalesce(b.version, c.version)
      where b.version is not null or v.audience in ${forInstructors}
  ), held as (
    select b.*, k.course_id is not null and coalesce(k.expires_on >= day.today, true) as is_certified, k.expires_on,
        -- A learner who repeats a course with a valid certificate has met the requirement.
        b.is_required and b.completed_at is null and coalesce(b.required_until < day.today, false)
          and not (k.course_id is not null and coalesce(k.expires_on >= day.today, true)) as is_overdue,
        b.is_required and coalesce(k.expires_on < day.today + ${EXPIRING_DAYS}, false) as is_expiring
      from began b cross join day left join certified k on k.user_id = b.user_id and k.course_id = b.course_id
  )`

/** Sums per user as `s`, beside `people u`; users without courses have a row too. */
export const sums = `sums as (
    select h.user_id, count(*)::int as total, count(h.completed_at)::int as done,
        round(avg(h.progress))::int as progress, (count(*) filter (where h.is_certified))::int as certificates,
        max(h.active_at) as active_at, (count(*) filter (where h.is_overdue))::int as overdue,
        (count(*) filter (where h.is_expiring))::int as expiring
      from held h group by h.user_id
  )`

export const withSums = `from people u left join sums s on s.user_id = u.id`

/** Columns of `people u` and their `sums s`. */
export const progressColumns = `u.id as "instructorId", u.first_name || ' ' || u.last_name as "instructorName",
  coalesce(u.email, '') as "instructorEmail", coalesce(s.total, 0) as "totalCourses",
  coalesce(s.done, 0) as "completedCourses", coalesce(s.progress, 0) as "overallProgress",
  coalesce(s.certificates, 0) as "certificatesEarned", s.active_at as "lastActivity",
  coalesce(s.overdue, 0) as "overdueCourses", coalesce(s.expiring, 0) as "expiringCourses"`

/** Columns of `held h`. */
export const courseColumns = `h.course_id as "courseId", h.title as "courseTitle", h.is_required as "isRequired",
  case when h.is_required then to_char(h.required_until, 'YYYY-MM-DD') end as "requiredUntil",
  case when h.completed_at is not null then 'completed' when h.enrolled_at is not null then 'in-progress'
    else 'not-started' end as status,
  h.progress, h.enrolled_at as "enrolledAt", h.completed_at as "completedAt", h.active_at as "lastActivity",
  h.is_overdue as "isOverdue", to_char(h.expires_on, 'YYYY-MM-DD') as "expiresOn", h.is_expiring as "isExpiring"`

/** Sort order: overdue first, then expiring, open, and complete. */
export const byUrgency = `not h.is_overdue, not h.is_expiring, h.completed_at is not null, not h.is_required,
  h.required_until nulls last, h.title, h.course_id`

/** Builds the parameters of these queries. */
export const toParameters = (scope: TenantScope) => ({
  tenantId: scope.tenantId,
  owners: ownersRead(scope),
  now: scope.core.clock.now().toISOString(),
})
