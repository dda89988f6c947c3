import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { TenantScope } from '#core/server/core.ts'
import { ownersRead } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'

const namedProject = z.object({ id: z.uuid(), title: z.string() })

const selectProjectNames = statement(
  namedProject,
  `select p.id, p.title from projects p
    left join tenant_projects tp on tp.tenant_id = $tenantId and tp.project_id = p.id
    where p.owner = any($owners) and p.is_active and coalesce(tp.status, '') <> 'archived'
    order by p.title, p.id limit ${LIST_CAP}`,
)

/** Lists the projects that can be chosen for sessions, by title. */
export const listProjectNames = (scope: TenantScope): Promise<z.infer<typeof namedProject>[]> =>
  scope.rows(selectProjectNames, { tenantId: scope.tenantId, owners: ownersRead(scope) })
