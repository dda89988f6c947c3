import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import type { Planning } from './planning.ts'

const deleteEndedLeads = statement(
  `delete from lms_project_leads l where l.tenant_id = $tenantId and not exists (
    select from unnest($users::uuid[], $projects::uuid[]) as n (user_id, project_id)
      where n.user_id = l.user_id and n.project_id = l.project_id)`,
)

const upsertLeads = statement(
  `insert into lms_project_leads (user_id, project_id, leads_until)
    select * from unnest($users::uuid[], $projects::uuid[], $ends::timestamptz[])
    on conflict (tenant_id, user_id, project_id) do update set leads_until = excluded.leads_until
      where lms_project_leads.leads_until <> excluded.leads_until`,
)

// The second of two concurrent changes reads the first one's plan, and does not remove leads that it did not see.
const lockLeads = statement(`select pg_advisory_xact_lock(hashtextextended('lms.project-leads:' || $tenantId, 0))`)

/** Records who leads sessions of which project, since courses may be required for them. */
export async function updateLeads(scope: TenantScope, planning: Planning): Promise<void> {
  await scope.rows(lockLeads, { tenantId: scope.tenantId })
  const leaders = await planning.projectLeaders(scope)
  const asked = {
    tenantId: scope.tenantId,
    users: leaders.map(({ userId }) => userId),
    projects: leaders.map(({ projectId }) => projectId),
  }
  await scope.rows(deleteEndedLeads, asked)
  const { users, projects } = asked
  if (users.length > 0) await scope.rows(upsertLeads, { users, projects, ends: leaders.map(({ until }) => until) })
}
