import { z } from 'zod'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { trendOf, trendSince } from '#core/server/trend.ts'
import type { BillingServices } from '#plugins/billing/plugin.ts'
import type { PlatformTrends } from '../contract.ts'
import { hasActiveAccount } from '../../shared/server/active-accounts.ts'
import { platformStats } from './stats.ts'

const createdSql = (figure: string, from: string) => `
  select '${figure}' as figure, floor(extract(epoch from $now::timestamptz - created_at) / 86400)::int as "daysAgo",
      count(*) as amount
    from ${from} and created_at > $since group by 2`

const selectCreatedSince = statement(
  z.object({ figure: z.enum(['tenants', 'users']), daysAgo: z.number(), amount: z.number() }),
  `${createdSql('tenants', `tenants where status = 'active'`)} union all ${createdSql('users', `users where ${hasActiveAccount}`)}`,
)

/** Trends of the figures on the dashboard. */
export async function platformTrends(
  scope: PlatformScope,
  billing: BillingServices | undefined,
): Promise<PlatformTrends> {
  const now = scope.core.clock.now()
  const since = trendSince(now)
  const stats = await platformStats(scope, billing)
  const found = await scope.rows(selectCreatedSince, { now: now.toISOString(), since })
  const subscriptions = await billing?.subscriptionTrends(scope, {
    since,
    currency: stats.revenue?.[0]?.currency ?? 'USD',
  })
  return {
    activeTenants: trendOf(
      stats.activeTenants,
      found.filter(({ figure }) => figure === 'tenants'),
    ),
    totalUsers: trendOf(
      stats.totalUsers,
      found.filter(({ figure }) => figure === 'users'),
    ),
    activeSubscriptions: subscriptions?.active ?? null,
    monthlyRevenue: subscriptions?.revenue ?? null,
  }
}
