import type { TenantScope } from '#core/server/core.ts'

/** The organization's IANA zone, as `America/New_York`. */
export async function zoneOf(scope: TenantScope): Promise<string> {
  const [tenant] = await scope.rows<{ timeZone: string }>(
    'tenant-app.timeZone',
    'select time_zone as "timeZone" from tenants where id = $1',
    [scope.tenantId],
  )
  return tenant?.timeZone ?? 'UTC'
}
