import { z } from 'zod'
import { roles } from '#core/contract/roles.ts'
import { viewers, type Viewer } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { meanSql } from '../../../shared/scores-contract.ts'
import { isVisibleWork } from '../../../shared/server/seen-work.ts'
import { courseLearner, learnerOrder, learnersOfCourse } from '../contract.ts'

// Same rule as in the catalog, where it applies to the caller, here for each row.
const isRequired = `(r.required_for = 'everybody'
  or r.required_for = case u.role when 'instructor' then 'instructors' when 'student' then 'students'
    when 'parent' then 'families' end
  or exists (select from lms_project_leads l where l.tenant_id = $tenantId and l.user_id = u.id
    and l.project_id = any (r.project_ids) and l.leads_until > $now::timestamptz))`

/** True if deleting the enrollment would delete records, or leave a certificate without its course. */
export const hasRecord = `(e.completed_at is not null
  or exists (select from lms_quiz_attempts a where a.tenant_id = e.tenant_id and a.enrollment_id = e.id)
  or exists (select from lms_hand_in_members m where m.tenant_id = e.tenant_id and m.enrollment_id = e.id)
  or exists (select from lms_work w where w.tenant_id = e.tenant_id and w.enrollment_id = e.id)
  or exists (select from lms_lti_scores s where s.tenant_id = e.tenant_id and s.enrollment_id = e.id
    and s.points is not null)
  or exists (select from lms_certificates k where k.tenant_id = e.tenant_id and k.user_id = e.user_id
    and k.course_id = e.course_id))`

// Completed before, and taken again while that certificate is valid: nothing is overdue.
const isCertified = `exists (select from lms_certificates k where k.tenant_id = e.tenant_id and k.user_id = e.user_id
  and k.course_id = e.course_id and k.revoked_at is null and k.replaced_at is null
  and (k.expires_at is null or k.expires_at > $now::timestamptz))`

/** Selects the enrollments of a course that the viewer sees, with the columns for filters and sorting alone. */
const visibleLearners = (viewer: Viewer) => `(
  select e.tenant_id, e.id, e.user_id, e.course_id, e.cycle, e.version, e.progress, e.enrolled_at, e.completed_at,
      e.last_activity_at, e.extended_until, u.first_name, u.last_name, u.role, u.search, q.due_on,
      case when e.completed_at is not null then 'completed' when q.due_on < day.today and not ${isCertified}
        then 'overdue' else 'in-progress' end as state
    from lms_enrollments e
      join users u on u.tenant_id = e.tenant_id and u.id = e.user_id
      cross join (
        select ($now::timestamptz at time zone t.time_zone)::date as today from tenants t where t.id = $tenantId
      ) day
      left join lms_course_rules r on r.tenant_id = e.tenant_id and r.course_id = e.course_id
      cross join lateral (
        select case when ${isRequired} then coalesce(e.extended_until, r.required_until) end as due_on
      ) q
    where e.tenant_id = $tenantId and e.course_id = $courseId and ${isVisibleWork(viewer, 'e.user_id')}
  )`

// The mean and the record are computed for the rows of a page alone.
const columns = `e.user_id as "userId", btrim(e.first_name || ' ' || e.last_name) as name, e.role, e.state, e.progress,
  (select ${meanSql('s.score')} from lms_lesson_progress s where s.tenant_id = e.tenant_id
    and s.enrollment_id = e.id and s.cycle = e.cycle and s.score is not null) as "finalScore",
  e.enrolled_at as "enrolledAt", e.completed_at as "completedAt", e.last_activity_at as "lastActivityAt", e.version,
  to_char(e.due_on, 'YYYY-MM-DD') as "dueOn", to_char(e.extended_until, 'YYYY-MM-DD') as "extendedUntil",
  ${hasRecord} as "hasRecord"`

const sortByName = (alias: string, direction = '') =>
  `${alias}.last_name ${direction}, ${alias}.first_name ${direction}, ${alias}.id ${direction}`

/** Builds the SQL of a sort order. @param alias of the enrollment, once in the page and once around it */
function toSortSql(sort: z.infer<typeof learnerOrder>, alias: string): string {
  const [column, direction] = sort.startsWith('-') ? [sort.slice(1), 'desc'] : [sort, 'asc']
  if (column === 'name') return sortByName(alias, direction)
  const sorted = { progress: 'progress', activity: 'last_activity_at', enrolled: 'enrolled_at' }[column]
  // Learners who have not begun come last in either direction.
  return `${alias}.${sorted} ${direction} nulls last, ${sortByName(alias)}`
}

export const selectLearners = variants(
  { viewer: viewers, isSearched: [true, false], sort: learnerOrder.options },
  ({ viewer, isSearched, sort }) =>
    statement(
      courseLearner.extend({ total: z.number() }),
      `select ${columns}, e.total from (
          select p.*, count(*) over () as total from ${visibleLearners(viewer)} p
            where ($state::text is null or p.state = $state) ${isSearched ? 'and p.search like (select containing($search))' : ''}
            order by ${toSortSql(sort, 'p')} limit $most offset $offset
        ) e order by ${toSortSql(sort, 'e')}`,
    ),
)

export const selectLearner = variants({ viewer: viewers }, ({ viewer }) =>
  statement(courseLearner, `select ${columns} from ${visibleLearners(viewer)} e where e.user_id = $userId`),
)

export const selectCourse = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    learnersOfCourse,
    `select v.title as course, v.number as version,
        (select count(*) from lms_enrollments e where e.tenant_id = $tenantId and e.course_id = c.id
          and ${isVisibleWork(viewer, 'e.user_id')})::int as learners
      from lms_courses c
        join lms_course_versions v on v.owner = c.owner and v.course_id = c.id and v.number = c.version
      where c.owner = any ($owners) and c.id = $courseId`,
  ),
)

// Activities of a learner in the course lock the enrollment too: they are visible here, or find it deleted.
export const lockEnrollment = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    z.object({ id: z.uuid(), today: z.string() }),
    `select e.id, to_char($now::timestamptz at time zone t.time_zone, 'YYYY-MM-DD') as today
      from lms_enrollments e join tenants t on t.id = e.tenant_id
      where e.tenant_id = $tenantId and e.course_id = $courseId and e.user_id = $userId
        and ${isVisibleWork(viewer, 'e.user_id')} for update of e`,
  ),
)

export const updateExtension = statement('update lms_enrollments set extended_until = $until where id = $id')

export const deleteEnrollment = statement('delete from lms_enrollments where id = $id')

const emailedLearner = z.object({
  userId: z.uuid(),
  name: z.string(),
  role: z.enum(roles),
  /** null: no address, or the account is deactivated. */
  email: z.string().nullable(),
  organization: z.string(),
  /** Contact address of the organization. */
  replyTo: z.string(),
})
export type EmailedLearner = z.infer<typeof emailedLearner>

export const selectEmailedLearners = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    emailedLearner,
    `select u.id as "userId", btrim(u.first_name || ' ' || u.last_name) as name, u.role,
        case when u.is_active then u.email end as email, t.name as organization, t.admin_email as "replyTo"
      from lms_enrollments e join users u on u.tenant_id = e.tenant_id and u.id = e.user_id
        join tenants t on t.id = e.tenant_id
      where e.tenant_id = $tenantId and e.course_id = $courseId and e.user_id = any ($userIds::uuid[])
        and ${isVisibleWork(viewer, 'e.user_id')}
      order by u.last_name, u.first_name, u.id`,
  ),
)
