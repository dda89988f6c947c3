import { z } from 'zod'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { trendOf } from '#core/server/trend.ts'
import { billingSettings } from '../../contract.ts'

/** Twelfths of a minor unit: a month of what is paid by the year is a whole number of them. */
const twelfths = `round(p.price * 100)::bigint * case p.billing_interval when 'yearly' then 1 else 12 end`

const cameAndWent = statement(
  z.object({ daysAgo: z.number(), amount: z.number(), revenue: z.number() }),
  `with changes as (
      select plan_id, created_at as at, 1 as change from subscriptions
        where created_at > $since and status in ('active', 'canceled')
      union all
      select plan_id, canceled_at, -1 from subscriptions where canceled_at > $since and status = 'canceled')
    select floor(extract(epoch from $now::timestamptz - c.at) / 86400)::int as "daysAgo", sum(c.change)::int as amount,
        coalesce(sum(c.change * ${twelfths}) filter (where p.currency = $currency), 0)::float8 as revenue
      from changes c join subscription_plans p on p.id = c.plan_id group by 1`,
)

const now = statement(
  z.object({ amount: z.number(), revenue: z.number() }),
  `select count(*)::int as amount, coalesce(sum(${twelfths}) filter (where p.currency = $currency), 0)::float8 as revenue
     from subscriptions s join subscription_plans p on p.id = s.plan_id where s.status = 'active'`,
)

/**
 * Counts active subscriptions day by day, and what they are a month in the default currency: as `subscriptionStats`
 * counts both, so that each ends with its figure. Rounded to minor units once, at the end.
 * @param since as `trendSince` has it
 */
export async function subscriptionTrends(
  scope: PlatformScope,
  since: string,
): Promise<{ active: number[]; revenue: number[] }> {
  const { defaultCurrency: currency } = await scope.core.settings.of(billingSettings)
  const changes = await scope.rows(cameAndWent, { since, now: scope.core.clock.now().toISOString(), currency })
  const [present = { amount: 0, revenue: 0 }] = await scope.rows(now, { currency })
  const revenue = changes.map((change) => ({ daysAgo: change.daysAgo, amount: change.revenue }))
  return {
    active: trendOf(present.amount, changes),
    revenue: trendOf(present.revenue, revenue).map((amount) => Math.round(amount / 12) / 100),
  }
}
