import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { getLocalDay } from '../../../shared/server/time-zone.ts'

const selectAge = statement(
  z.object({ years: z.number().nullable() }),
  `select extract(year from age($today::date, date_of_birth))::int as years from students
    where tenant_id = $tenantId and user_id = $userId`,
)

/** Full years of the student who signs in as somebody; undefined where there is none, or nobody knows. */
export async function ageOf(scope: TenantScope, userId: string): Promise<number | undefined> {
  const [found] = await scope.rows(selectAge, { tenantId: scope.tenantId, userId, today: await getLocalDay(scope) })
  return found?.years ?? undefined
}
