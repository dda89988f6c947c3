import type { Core, PlatformScope } from '#core/server/core.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { issueInvoices } from '../../invoices/server/invoicing.ts'
import { billingSettings } from '../../contract.ts'
import { readCircumstances } from './circumstances.ts'
import { afterEvent, withUpgrade } from './lifecycle.ts'
import { emitChanged } from './plan-migration.ts'
import { lockedPlans, type Plan, type Plans } from '../../plans/server/rows.ts'
import { lockedSubscriptions, recordBatch, saveSubscriptions, type SubscriptionRow } from './rows.ts'

/** Subscriptions that change in one transaction: what a killed node loses, and what memory holds. */
export const BATCH_SIZE = 500

export interface AppliedUpgrade {
  subscriptionId: string
  tenantId: string
  fromPlanId: string
  toPlanId: string
}

export interface RollOverResult {
  /** Periods that began; one subscription counts for each that it was behind. */
  rolledOver: number
  invoiced: number
  /** Ended, as was asked for. */
  canceled: number
  /** Pending upgrades that took effect with the new period. At most as many as were rolled over. */
  upgrades: AppliedUpgrade[]
}

const none: RollOverResult = { rolledOver: 0, invoiced: 0, canceled: 0, upgrades: [] }

/**
 * Periods that are over, of subscriptions that go on: active, or past due with a grace that lasted beyond the period. A
 * late run counts as one at the end of the period would have, so that no time in which the organization could only read
 * is invoiced. An active one may have been past due since then already, by an invoice that is open.
 */
const due = lockedSubscriptions(`s.current_period_end <= $now and not s.cancel_at_period_end
  and s.status in ('active', 'past_due') and s.past_due_reason is distinct from 'trial-ended'
  and (s.grace_ends_at is null or s.grace_ends_at > s.current_period_end)
  and (s.status <> 'active' or not exists (select from invoices i where i.tenant_id = s.tenant_id
    and i.subscription_id = s.id and i.status = 'open' and i.due_at > coalesce(s.tolerated_until, '-infinity')
    and i.due_at + make_interval(hours => 24 * $graceDays) <= s.current_period_end))`)

/** Cancellations that were asked for come with the end of the period in any state, unpaid and on trial too. */
const toCancel = lockedSubscriptions(
  `s.cancel_at_period_end and s.current_period_end <= $now and s.status <> 'canceled'`,
)

/**
 * Begins the next period of every subscription whose period is over, with its invoice and the upgrade that was pending.
 * A batch is a transaction, so that it can be killed at any point and run again, here and on other nodes at once:
 * what is done is not due any more. A subscription that is several periods behind takes as many passes.
 */
export async function rollOverDue(core: Core): Promise<RollOverResult> {
  let total = none
  for (;;) {
    const batch = await core.db.platform(systemActor, rollOver)
    if (batch.rolledOver + batch.canceled === 0) return total
    total = {
      rolledOver: total.rolledOver + batch.rolledOver,
      invoiced: total.invoiced + batch.invoiced,
      canceled: total.canceled + batch.canceled,
      upgrades: [...total.upgrades, ...batch.upgrades],
    }
  }
}

/** One batch, with the same few statements for one subscription or 500. */
export async function rollOver(scope: PlatformScope): Promise<RollOverResult> {
  const now = scope.core.clock.now()
  const plans = await lockedPlans(scope)
  const { gracePeriodDays: graceDays } = await scope.core.settings.of(billingSettings)
  const asked = await scope.rows(toCancel, { now: now.toISOString(), limit: BATCH_SIZE })
  const found = await scope.rows(due, { now: now.toISOString(), limit: BATCH_SIZE, graceDays })
  if (asked.length + found.length === 0) return none
  const circumstancesOf = await readCircumstances(scope, [...asked, ...found])
  const ended = asked.map((row) => {
    const circumstances = circumstancesOf(row, plans.get(row.planId) as Plan, row.currentPeriodEnd)
    return afterEvent(row, 'cancellation-due', circumstances).state
  })
  const goingOn = found.map((before) => {
    const { upgraded, plan } = withPendingUpgrade(before, plans, now)
    return { before, plan, subscription: afterEvent(upgraded, 'period-over', circumstancesOf(before, plan)).state }
  })
  const invoices = await issueInvoices(scope, goingOn)
  const begun = goingOn.map(({ subscription }) => subscription)
  const saved = [...ended, ...begun]
  await saveSubscriptions(scope, saved)
  const numbers = new Map(invoices.map(({ subscriptionId, number }) => [subscriptionId, number]))
  await recordBatch(scope, 'subscription.ended', 'The subscription ended with its period, as requested', ended)
  await recordBatch(scope, 'subscription.rolled-over', 'Began the next period', begun, ({ id, currentPeriodEnd }) => ({
    until: currentPeriodEnd,
    invoice: numbers.get(id),
  }))
  await emitChanged(scope, saved)
  return {
    rolledOver: goingOn.length,
    invoiced: invoices.length,
    canceled: ended.length,
    upgrades: goingOn.flatMap(({ before, subscription }) =>
      before.planId === subscription.planId
        ? []
        : [
            {
              subscriptionId: before.id,
              tenantId: before.tenantId,
              fromPlanId: before.planId,
              toPlanId: subscription.planId,
            },
          ],
    ),
  }
}

function withPendingUpgrade(
  before: SubscriptionRow,
  plans: Plans,
  now: Date,
): { upgraded: SubscriptionRow; plan: Plan } {
  const pending = before.pendingUpgradePlanId === null ? undefined : plans.get(before.pendingUpgradePlanId)
  const upgraded = withUpgrade(before, pending?.isActive ?? false, now)
  return { upgraded, plan: plans.get(upgraded.planId) as Plan }
}
