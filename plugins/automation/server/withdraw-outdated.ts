import { statement } from '#core/server/database/statement.ts'
import { subscribe } from '#core/server/events/events.ts'
import { subscriptionsChanged } from '#plugins/billing/plugin.ts'

const updateOutdatedLogs = statement(
  `update subscription_upgrade_logs l set withdrawn_at = $2
     from subscriptions s
    where s.id = l.subscription_id and s.id = any($1::uuid[]) and l.to_plan_id is not null and l.withdrawn_at is null
      and l.effective_date > $2 and s.plan_id <> l.to_plan_id and s.pending_upgrade_plan_id is distinct from l.to_plan_id`,
)

/** Withdraws the log of an upgrade that was declined or replaced, in the transaction of that. */
export const withdrawing = subscribe(subscriptionsChanged, {
  runs: 'within',
  run: async (scope, { subscriptions }) => {
    const ids = subscriptions.map(({ subscriptionId }) => subscriptionId)
    await scope.rows(updateOutdatedLogs, [ids, scope.core.clock.now().toISOString()])
  },
})
