import type { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { measureExpression, rowsOf, type Figure } from '../../../shared/server/figures.ts'
import { studentFigures } from '../contract.ts'

const familyAccounts: Figure = {
  from: 'users',
  where: () => `r.tenant_id = $tenantId and r.role = 'parent' and r.is_active and r.password_hash is not null`,
  measure: 'count',
  row: { name: `r.first_name || ' ' || r.last_name`, about: `''` },
}

export const familyAccountRows = rowsOf(familyAccounts)

// Reads only the index of the list, each student once.
const countFigures = statement(
  studentFigures,
  `select count(*) as "totalStudents", count(*) filter (where is_active) as "activeStudents",
      count(distinct nullif(grade, '')) as "gradeLevels", ${measureExpression(familyAccounts, 'system')} as "familyAccounts"
    from students where erased_at is null`,
)

/** Counts the numbers on the cards above the list (spec part 2, section 2.8). */
export async function countStudents(scope: TenantScope): Promise<z.infer<typeof studentFigures>> {
  const [found] = await scope.lastRows(countFigures, { tenantId: scope.tenantId })
  return found ?? { totalStudents: 0, activeStudents: 0, gradeLevels: 0, familyAccounts: 0 }
}
