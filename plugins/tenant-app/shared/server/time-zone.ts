import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'

const selectTimeZone = statement(
  z.object({ timeZone: z.string() }),
  'select time_zone as "timeZone" from tenants where id = $id',
)

/** Returns the organization's IANA zone, as `America/New_York`. */
export async function zoneOf(scope: TenantScope): Promise<string> {
  const [tenant] = await scope.rows(selectTimeZone, { id: scope.tenantId })
  return tenant?.timeZone ?? 'UTC'
}

/** Returns the organization's present day, as `2026-03-29`. */
export async function getLocalDay(scope: TenantScope): Promise<string> {
  const timeZone = await zoneOf(scope)
  return new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone }).format(scope.core.clock.now())
}
