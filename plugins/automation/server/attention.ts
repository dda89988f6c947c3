import { z } from 'zod'
import type { Attention } from '#core/contract/attention.ts'
import { MAX_ATTENTION } from '#core/server/attention.ts'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'

const selectClubsOverLimit = statement(
  z.object({ id: z.string(), name: z.string(), plan: z.string().nullable(), at: z.string() }),
  // Through the indexes of what is pending and of what no plan is large enough for: the log grows for ever.
  `(select l.id, t.name, null as plan, l.created_at as at
      from subscription_upgrade_logs l join tenants t on t.id = l.tenant_id
        join subscriptions s on s.id = l.subscription_id and s.plan_id = l.from_plan_id and s.status = 'active'
      where l.to_plan_id is null and l.withdrawn_at is null order by l.created_at desc limit ${MAX_ATTENTION})
   union all
   (select s.id, t.name, p.display_name, s.upgrade_effective_date
      from subscriptions s join tenants t on t.id = s.tenant_id join subscription_plans p on p.id = s.pending_upgrade_plan_id
      where s.pending_upgrade_plan_id is not null and s.upgrade_effective_date is not null
      order by s.upgrade_effective_date limit ${MAX_ATTENTION})`,
)

/** Organizations that the daily check found to be over a limit of their plan: without a larger one, and on their way to it. */
export async function overLimit(scope: PlatformScope): Promise<Attention[]> {
  const found = await scope.rows(selectClubsOverLimit)
  return found.map(({ id, name, plan, at }) => ({
    id: `over-limit-${id}`,
    tone: plan === null ? 'red' : 'blue',
    label: 'Over a limit',
    name,
    words: plan === null ? 'No plan is large enough. Found' : `Moves to the plan ${plan} on`,
    at,
    href: '/subscription-automation',
  }))
}
