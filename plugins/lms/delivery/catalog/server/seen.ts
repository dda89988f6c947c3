import type { TenantScope } from '#core/server/core.ts'
import { ownersRead } from '#core/server/database/catalogue.ts'
import { callerOf, viewerOf, type Viewer } from '#core/server/database/row-policy.ts'
import { audiences } from '../../../authoring/courses/contract.ts'

type Audience = (typeof audiences)[number]

/** Audiences whose courses a role finds: admins those of all, since they make the rules. */
const audiencesOf: Record<Viewer, readonly Audience[]> = {
  superadmin: audiences,
  tenant_admin: audiences,
  instructor: ['instructors', 'everybody'],
  student: ['students', 'everybody'],
  parent: ['families', 'everybody'],
  anonymous: [],
  system: audiences,
}

/** Audience whose requirements apply to a role; nothing is required of admins. */
export const requiredOf: Partial<Record<Viewer, Audience>> = {
  instructor: 'instructors',
  student: 'students',
  parent: 'families',
}

/** Checks if a role sees courses that the organization has hidden, to show them again. */
const canSeeHidden = (viewer: Viewer) => viewer === 'tenant_admin' || viewer === 'superadmin'

/**
 * Joins courses `c` with the organization's rule, `r`, the caller's enrollment, `e`, and the version that the caller gets, `v`:
 * that of the enrollment, or the newest.
 */
export const catalogTables = `from lms_courses c
  left join lms_course_rules r on r.tenant_id = $tenantId and r.course_id = c.id
  left join lms_enrollments e on e.tenant_id = $tenantId and e.user_id = $caller and e.course_id = c.id
  join lms_course_versions v on v.owner = c.owner and v.course_id = c.id and v.number = coalesce(e.version, c.version)`

/** True if the course comes from a training of the platform for which the organization has published its own course. */
export const hasOwnInstead = `(c.tenant_id is null and c.original_project_id is not null and exists (
  select from lms_courses o where o.tenant_id = $tenantId and o.original_project_id = c.original_project_id
    and o.status = 'published' and o.deleted_at is null))`

/** True if the course can be found without an enrollment. A draft has no audience until it is published. */
export const isOpen = `(c.status = 'published' and c.deleted_at is null and v.audience = any ($audiences)
  and not ${hasOwnInstead}
  and ($seesHidden or not coalesce(r.is_hidden, false)))`

/** True if the caller can find the course. Learners keep a course that was archived, hidden or deleted since. */
export const isInCatalog = `c.owner = any ($owners) and (e.id is not null or ${isOpen})`

/** True if the caller leads upcoming or current sessions of a project for which it is required. */
const leadsProject = `exists (select from lms_project_leads l where l.tenant_id = $tenantId and l.user_id = $caller
  and l.project_id = any (r.project_ids) and l.leads_until > $now::timestamptz)`

export const isRequired = `((coalesce($requiredOf::text is not null and r.required_for in ('everybody', $requiredOf), false)
  or ${leadsProject}) and ${isOpen})`

/** Builds the parameters of these conditions. */
export function catalogParameters(scope: TenantScope) {
  const viewer = viewerOf(scope)
  return {
    tenantId: scope.tenantId,
    owners: ownersRead(scope),
    caller: callerOf(scope).caller ?? null,
    audiences: audiencesOf[viewer],
    seesHidden: canSeeHidden(viewer),
    requiredOf: requiredOf[viewer] ?? null,
    now: scope.core.clock.now().toISOString(),
  }
}
