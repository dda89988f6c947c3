import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { conflict } from '#core/server/errors.ts'
import { ownersRead } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'
import { countText, listText } from '#core/server/texts.ts'
import { learningStatus } from '../../catalog/contract.ts'
import { hasOwnInstead } from '../../catalog/server/seen.ts'
import type { Readiness } from '../readiness-contract.ts'
import { revokedCertificates, validCertificates } from './certificates.ts'
import type { Planning } from './planning.ts'
import { getTrainingSettings } from './settings.ts'

/** Maximum rows: each is an instructor with a course to complete. */
const MAX_UNREADY = 10_000

// Covers the course that was built from the project's modules, and those that the organization requires of its leads.
const selectUnreadyInstructors = statement(
  z.object({
    instructorId: z.uuid(),
    instructorName: z.string(),
    projectId: z.uuid(),
    courseId: z.uuid(),
    courseTitle: z.string(),
    status: learningStatus,
    progress: z.number().int(),
    isExpired: z.boolean(),
    isRevoked: z.boolean(),
  }),
  `with needed as materialized (
      select p.id as project_id, c.id, v.title from unnest($projectIds::uuid[]) as p (id)
        join lms_courses c on c.owner = any ($owners) and c.status = 'published' and c.deleted_at is null
        join lms_course_versions v on v.owner = c.owner and v.course_id = c.id and v.number = c.version
        left join lms_course_rules r on r.tenant_id = $tenantId and r.course_id = c.id
        where (c.original_project_id = p.id or p.id = any (r.project_ids)) and not coalesce(r.is_hidden, false)
          and v.audience in ('instructors', 'everybody') and not ${hasOwnInstead}
    ), certified as materialized (${validCertificates}), revoked as materialized (${revokedCertificates})
    select u.id as "instructorId", u.first_name || ' ' || u.last_name as "instructorName", n.project_id as "projectId",
        n.id as "courseId", n.title as "courseTitle",
        case when e.completed_at is not null then 'completed' when e.id is not null then 'in-progress'
          else 'not-started' end as status,
        coalesce(e.progress, 0) as progress, coalesce(k.expires_on < d.today, false) and r.user_id is null as "isExpired",
        r.user_id is not null as "isRevoked"
      from needed n
      join users u on u.tenant_id = $tenantId and u.is_active and u.role in ('instructor', 'tenant_admin')
        and ($instructorIds::uuid[] is null or u.id = any ($instructorIds))
      left join lms_enrollments e on e.tenant_id = $tenantId and e.user_id = u.id and e.course_id = n.id
      left join certified k on k.user_id = u.id and k.course_id = n.id
      cross join (select ($now::timestamptz at time zone time_zone)::date as today from tenants where id = $tenantId) d
      left join revoked r on coalesce(k.expires_on < d.today, k.course_id is null)
        and r.user_id = u.id and r.course_id = n.id and r.cycle = e.cycle
      -- An instructor who repeats a course stays ready until the certificate expires.
      where k.expires_on < d.today or (k.course_id is null and (e.completed_at is null or r.user_id is not null))
      order by u.last_name, u.first_name, u.id, n.title, n.id limit ${MAX_UNREADY}`,
)

const askUnready = (scope: TenantScope, projectIds: readonly string[], instructorIds: readonly string[] | null) =>
  scope.rows(selectUnreadyInstructors, {
    tenantId: scope.tenantId,
    owners: ownersRead(scope),
    projectIds,
    instructorIds,
    now: scope.core.clock.now().toISOString(),
  })

/**
 * Lists instructors who are not ready to lead a session of a project; admins see what each lacks, others only their own.
 * @param instructorId limits it to one instructor
 */
export async function getReadiness(scope: TenantScope, projectId?: string, instructorId?: string): Promise<Readiness> {
  const { isReadinessRule } = await getTrainingSettings(scope)
  const rows = projectId ? await askUnready(scope, [projectId], instructorId ? [instructorId] : null) : []
  const { user } = scope.actor
  const maySee = (id: string) => id === user?.id || user?.role === 'tenant_admin' || user?.role === 'superadmin'
  const people = Map.groupBy(rows, (row) => row.instructorId)
  return {
    isRule: isReadinessRule,
    unready: [...people].map(([id, courses]) => ({
      instructorId: id,
      instructorName: courses[0]?.instructorName ?? '',
      courses: maySee(id)
        ? courses.map(({ courseId, courseTitle, status, progress, isExpired, isRevoked }) => ({
            courseId,
            courseTitle,
            status,
            progress,
            isExpired,
            isRevoked,
          }))
        : [],
    })),
  }
}

/**
 * Rejects unready instructors of these sessions, if the organization enforces readiness.
 * @throws conflict at `instructorId`, naming the courses to complete
 */
export async function rejectUnready(
  scope: TenantScope,
  planning: Planning,
  sessionIds: readonly string[],
): Promise<void> {
  const { isReadinessRule } = await getTrainingSettings(scope)
  if (!isReadinessRule) return
  const sessions = await planning.plannedSessions(scope, sessionIds)
  const projectIds = [...new Set(sessions.map((session) => session.projectId))]
  const instructorIds = [...new Set(sessions.map((session) => session.instructorId))]
  const rows = await askUnready(scope, projectIds, instructorIds)
  const first = rows.find((row) =>
    sessions.some(({ instructorId, projectId }) => row.instructorId === instructorId && row.projectId === projectId),
  )
  if (!first) return
  const theirs = rows.filter(
    ({ instructorId, projectId }) => instructorId === first.instructorId && projectId === first.projectId,
  )
  const titles = theirs.slice(0, 3).map(({ courseTitle }) => `“${courseTitle}”`)
  const more = theirs.length > 3 ? [countText(theirs.length - 3, 'more course')] : []
  throw conflict('instructorId', `${first.instructorName} has to complete ${listText([...titles, ...more])} first`)
}
