import type { PlatformScope } from '#core/server/core.ts'
import type { PlatformStats } from '../contract.ts'

/** Figures of the platform dashboard; those of subscriptions come from a plugin that keeps them. */
export async function platformStats(scope: PlatformScope): Promise<PlatformStats> {
  const [counts] = await scope.rows<Pick<PlatformStats, 'activeTenants' | 'totalUsers'>>(
    'tenants.stats',
    `select (select count(*) from tenants where status = 'active') as "activeTenants",
            (select count(*) from users where is_active) as "totalUsers"`,
  )
  return { activeTenants: 0, totalUsers: 0, ...counts, activeSubscriptions: null, monthlyRevenue: null }
}
