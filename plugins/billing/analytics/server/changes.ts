import { z } from 'zod'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { billingSettings } from '../../contract.ts'

const cameAndWent = statement(
  z.object({ daysAgo: z.number(), amount: z.number(), revenue: z.number() }),
  `with changes as (
      select plan_id, created_at as at, 1 as change from subscriptions
        where created_at > $since and status in ('active', 'canceled')
      union all
      select plan_id, canceled_at, -1 from subscriptions where canceled_at > $since and status = 'canceled')
    select floor(extract(epoch from $now::timestamptz - c.at) / 86400)::int as "daysAgo", sum(c.change)::int as amount,
        coalesce(sum(c.change * round(p.price / case p.billing_interval when 'yearly' then 12 else 1 end, 2))
          filter (where p.currency = $currency), 0)::float8 as revenue
      from changes c join subscription_plans p on p.id = c.plan_id group by 1`,
)

/**
 * Subscriptions that came and went since, by days before now, with what they are a month in the default currency, as
 * `subscriptionStats` counts it.
 */
export async function subscriptionChanges(
  scope: PlatformScope,
  since: string,
): Promise<{ daysAgo: number; amount: number; revenue: number }[]> {
  const { defaultCurrency: currency } = await scope.core.settings.of(billingSettings)
  return scope.rows(cameAndWent, { since, now: scope.core.clock.now().toISOString(), currency })
}
