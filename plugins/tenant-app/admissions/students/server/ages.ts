import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { getLocalDay } from '../../../shared/server/time-zone.ts'

const selectAge = statement(
  z.object({ years: z.number().nullable() }),
  `select extract(year from age($today::date, date_of_birth))::int as years from students
    where tenant_id = $tenantId and user_id = $userId`,
)

/** Returns the full years of the student with this user; undefined without a student or a birthday. */
export async function ageOf(scope: TenantScope, userId: string): Promise<number | undefined> {
  const [found] = await scope.rows(selectAge, { tenantId: scope.tenantId, userId, today: await getLocalDay(scope) })
  return found?.years ?? undefined
}
