import type { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { studentFigures } from '../contract.ts'

// Of the index of the list alone, each student once.
const figures = statement(
  studentFigures,
  `select count(*) as "totalStudents", count(*) filter (where is_active) as "activeStudents",
      count(distinct nullif(grade, '')) as "gradeLevels",
      (select count(*) from users
        where tenant_id = $tenantId and role = 'parent' and is_active and password_hash is not null) as "familyAccounts"
    from students`,
)

/** What the cards over the list count (spec part 2, section 2.8). */
export async function countStudents(scope: TenantScope): Promise<z.infer<typeof studentFigures>> {
  const [found] = await scope.lastRows(figures, { tenantId: scope.tenantId })
  return found ?? { totalStudents: 0, activeStudents: 0, gradeLevels: 0, familyAccounts: 0 }
}
