import type { PlatformScope } from '#core/server/core.ts'
import type { BillingServices } from '#plugins/billing/server/plugin.ts'
import type { PlatformStats } from '../contract.ts'

/** Figures of the platform dashboard; those of subscriptions are null without billing. */
export async function platformStats(
  scope: PlatformScope,
  billing: BillingServices | undefined,
): Promise<PlatformStats> {
  const [counts] = await scope.rows<Pick<PlatformStats, 'activeTenants' | 'totalUsers'>>(
    'tenants.stats',
    `select (select count(*) from tenants where status = 'active') as "activeTenants",
            (select count(*) from users where is_active) as "totalUsers"`,
  )
  const subscriptions = await billing?.subscriptionStats(scope)
  return {
    activeTenants: 0,
    totalUsers: 0,
    ...counts,
    activeSubscriptions: subscriptions?.activeCount ?? null,
    monthlyRevenue: subscriptions?.totalRevenue ?? null,
  }
}
