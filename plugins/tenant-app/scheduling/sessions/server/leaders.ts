import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'

const led = `from sessions s
  join tenant_projects p on p.tenant_id = s.tenant_id and p.id = s.tenant_project_id
  join users u on u.tenant_id = s.tenant_id and u.id = s.instructor_id
  where s.tenant_id = $tenantId and s.end_date > $now`

const projectLeader = z.object({ userId: z.uuid(), projectId: z.uuid(), until: z.string() })

const selectLeaders = statement(
  projectLeader,
  `select s.instructor_id as "userId", p.project_id as "projectId", max(s.end_date) as until ${led}
      and s.status in ('scheduled', 'in-progress')
    group by s.instructor_id, p.project_id`,
)

/** Lists the instructors of unfinished sessions by project, with the latest end. */
export const listProjectLeaders = (scope: TenantScope): Promise<z.infer<typeof projectLeader>[]> =>
  scope.rows(selectLeaders, { tenantId: scope.tenantId, now: scope.core.clock.now() })

const plannedSession = z.object({
  sessionId: z.uuid(),
  instructorId: z.uuid(),
  instructorName: z.string(),
  projectId: z.uuid(),
})

const selectPlannedSessions = statement(
  plannedSession,
  `select s.id as "sessionId", s.instructor_id as "instructorId", u.first_name || ' ' || u.last_name as "instructorName",
      p.project_id as "projectId" ${led} and s.id = any($sessionIds::uuid[])`,
)

/**
 * Lists the given sessions that are not over and have both an instructor and a project; includes canceled ones, which may be
 * restored.
 */
export const listPlannedSessions = (
  scope: TenantScope,
  sessionIds: readonly string[],
): Promise<z.infer<typeof plannedSession>[]> =>
  scope.rows(selectPlannedSessions, { tenantId: scope.tenantId, now: scope.core.clock.now(), sessionIds })
