import { z } from 'zod'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { trendOf } from '#core/server/trend.ts'
import { Money } from '../../shared/server/money.ts'
import { BILLED_CURRENCY, BILLED_PER_YEAR } from '../../subscriptions/server/rows.ts'

const selectRevenueChanges = statement(
  z.object({ daysAgo: z.number(), amount: z.number(), revenue: z.number() }),
  `with billed as (
      select s.status, s.created_at, s.canceled_at, ${BILLED_CURRENCY} as currency, ${BILLED_PER_YEAR} as year
        from subscriptions s join subscription_plans p on p.id = s.plan_id
        where s.status in ('active', 'canceled') and (s.created_at > $since or s.canceled_at > $since)),
    changes as (
      select created_at as at, 1 as change, currency, year from billed where created_at > $since
      union all
      select canceled_at, -1, currency, year from billed where canceled_at > $since and status = 'canceled')
    select floor(extract(epoch from $now::timestamptz - c.at) / 86400)::int as "daysAgo", sum(c.change)::int as amount,
        coalesce(sum(c.change * c.year) filter (where c.currency = $currency), 0)::float8 as revenue
      from changes c group by 1`,
)

const countActive = statement(
  z.object({ amount: z.number(), revenue: z.number() }),
  `select count(*)::int as amount, coalesce(sum(${BILLED_PER_YEAR}) filter (where ${BILLED_CURRENCY} = $currency), 0)::float8 as revenue
     from subscriptions s join subscription_plans p on p.id = s.plan_id where s.status = 'active'`,
)

/**
 * Counts active subscriptions day by day, and what they are invoiced at a month in one currency: as `subscriptionStats`
 * counts both, so that each ends with its figure. Rounded to minor units once, at the end.
 * @param since as `trendSince` has it
 */
export async function subscriptionTrends(
  scope: PlatformScope,
  { since, currency }: { since: string; currency: string },
): Promise<{ active: number[]; revenue: number[] }> {
  const changes = await scope.rows(selectRevenueChanges, { since, now: scope.core.clock.now().toISOString(), currency })
  const [present = { amount: 0, revenue: 0 }] = await scope.rows(countActive, { currency })
  const revenue = changes.map((change) => ({ daysAgo: change.daysAgo, amount: change.revenue }))
  return {
    active: trendOf(present.amount, changes),
    revenue: trendOf(present.revenue, revenue).map((year) => Money.of(year, currency).share(1, 12).amount),
  }
}
