import { z } from 'zod'
import type { PlatformScope } from '#core/server/core.ts'
import { recordAll } from '#core/server/audit.ts'
import { statement, type Statement } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { nextVersion } from '#core/server/versions.ts'
import { isReadOnly, subscriptionState } from './lifecycle.ts'

/** A subscription that is locked until the commit, with what invoices need of its organization. */
const subscriptionRow = subscriptionState.extend({
  id: z.string(),
  tenantId: z.string(),
  tenantName: z.string(),
  /** Address for invoices and reminders. */
  recipient: z.string(),
  readOnly: z.boolean(),
  updatedAt: z.string(),
})
export type SubscriptionRow = z.infer<typeof subscriptionRow>

/**
 * SQL of what a subscription is invoiced at, over `subscriptions s` and its `subscription_plans p`: the price of its present
 * period, which a new price of the plan does not change; that of the plan before the first one.
 */
export const BILLED_CURRENCY = 'coalesce(s.billed_currency, p.currency)'
/** The same a year, so that it can be divided into months once it is summed. */
export const BILLED_PER_YEAR = `(coalesce(s.billed_price, p.price)
  * case coalesce(s.billed_interval, p.billing_interval) when 'yearly' then 1 else 12 end)`

const columns = `s.id, s.tenant_id as "tenantId", t.name as "tenantName",
  coalesce(s.billing_email, t.admin_email) as recipient, t.read_only as "readOnly", s.updated_at as "updatedAt",
  s.status, s.plan_id as "planId", s.current_period_start as "currentPeriodStart",
  s.current_period_end as "currentPeriodEnd", s.period_anchor as "periodAnchor",
  s.anchor_interval as "anchorInterval", s.billed_price::text as "billedPrice",
  s.billed_currency as "billedCurrency", s.billed_interval as "billedInterval", s.cancel_at_period_end as "cancelAtPeriodEnd",
  s.billing_email as "billingEmail", s.last_payment_at as "lastPaymentAt",
  s.auto_upgrade_enabled as "autoUpgradeEnabled", s.pending_upgrade_plan_id as "pendingUpgradePlanId",
  s.upgrade_effective_date as "upgradeEffectiveDate", s.upgrade_notification_sent as "upgradeNotificationSent",
  s.past_due_reason as "pastDueReason", s.past_due_since as "pastDueSince", s.grace_ends_at as "graceEndsAt",
  s.tolerated_until as "toleratedUntil", s.canceled_at as "canceledAt", s.last_reminded_at as "lastRemindedAt"`

const lockById = statement(
  subscriptionRow,
  `select ${columns} from subscriptions s join tenants t on t.id = s.tenant_id where s.id = any($1::uuid[])
      order by s.id for no key update of s`,
)

/** Waits for transactions that are changing one of them. */
export function lockedById(scope: PlatformScope, ids: readonly string[]): Promise<SubscriptionRow[]> {
  return scope.rows(lockById, [ids])
}

/** @throws not-found */
export async function lockedSubscription(scope: PlatformScope, id: string): Promise<SubscriptionRow> {
  const [found] = await lockedById(scope, [id])
  if (!found) throw notFound('Subscription')
  return found
}

/**
 * At most `$limit` subscriptions that fit, locked; those locked by another transaction are skipped, and are found again
 * once they are free if they still fit.
 * @param where a condition over `subscriptions s` and `tenants t`
 */
export const lockedSubscriptions = (where: string): Statement<SubscriptionRow> =>
  statement(
    subscriptionRow,
    `select ${columns} from subscriptions s join tenants t on t.id = s.tenant_id where ${where}
      order by s.current_period_end, s.id limit $limit for no key update of s skip locked`,
  )

const updateSubscriptions =
  statement(`update subscriptions s set status = n.status, plan_id = n."planId", current_period_start = n."currentPeriodStart",
        current_period_end = n."currentPeriodEnd", period_anchor = n."periodAnchor",
        anchor_interval = n."anchorInterval", billed_price = n."billedPrice", billed_currency = n."billedCurrency",
        billed_interval = n."billedInterval", cancel_at_period_end = n."cancelAtPeriodEnd",
        billing_email = n."billingEmail", last_payment_at = n."lastPaymentAt",
        auto_upgrade_enabled = n."autoUpgradeEnabled", pending_upgrade_plan_id = n."pendingUpgradePlanId",
        upgrade_effective_date = n."upgradeEffectiveDate", upgrade_notification_sent = n."upgradeNotificationSent",
        past_due_reason = n."pastDueReason", past_due_since = n."pastDueSince", grace_ends_at = n."graceEndsAt",
        tolerated_until = n."toleratedUntil", canceled_at = n."canceledAt", last_reminded_at = n."lastRemindedAt",
        updated_at = n."updatedAt",
        next_payment_at = case when n.status not in ('canceled', 'paused') then coalesce(
          (select min(i.due_at) from invoices i
            where i.tenant_id = s.tenant_id and i.subscription_id = s.id and i.status = 'open'),
          (select n."currentPeriodEnd" from subscription_plans p where p.id = n."planId" and p.price > 0)) end
       from jsonb_to_recordset($1::jsonb) as n (id uuid, status text, "planId" uuid, "currentPeriodStart" timestamptz,
        "currentPeriodEnd" timestamptz, "periodAnchor" timestamptz, "anchorInterval" text, "billedPrice" numeric,
        "billedCurrency" text, "billedInterval" text,
        "cancelAtPeriodEnd" boolean, "billingEmail" text, "lastPaymentAt" timestamptz, "autoUpgradeEnabled" boolean,
        "pendingUpgradePlanId" uuid, "upgradeEffectiveDate" timestamptz, "upgradeNotificationSent" boolean,
        "pastDueReason" text, "pastDueSince" timestamptz, "graceEndsAt" timestamptz, "toleratedUntil" timestamptz,
        "canceledAt" timestamptz, "lastRemindedAt" timestamptz, "updatedAt" timestamptz)
      where s.id = n.id`)

/**
 * Writes subscriptions down with what follows from them: the organization's plan and whether it may only read, when the
 * next payment is due, and that the plan was used. Invoices must be written before. A few statements for any number.
 */
export async function saveSubscriptions(scope: PlatformScope, states: readonly SubscriptionRow[]): Promise<void> {
  if (states.length === 0) return
  const now = scope.core.clock.now()
  const changed = states.map((state) => ({
    ...state,
    readOnly: isReadOnly(state, now),
    updatedAt: nextVersion(scope.core.clock, state.updatedAt),
  }))
  await scope.rows(updateSubscriptions, [JSON.stringify(changed)])
  await followSubscriptions(scope, changed)
}

const updateTenants = statement(
  z.object({ id: z.string() }),
  `update tenants t set plan = p.name, read_only = n.read_only
       from unnest($1::uuid[], $2::uuid[], $3::boolean[]) as n (tenant_id, plan_id, read_only)
       join subscription_plans p on p.id = n.plan_id
      where t.id = n.tenant_id and (t.plan, t.read_only) is distinct from (p.name, n.read_only)
      returning t.id`,
)

const updateEverUsed = statement(
  'update subscription_plans set ever_used = true where id = any($1::uuid[]) and not ever_used',
)

/** Updates what organizations and plans know of their subscriptions. */
async function followSubscriptions(
  scope: PlatformScope,
  changed: readonly Pick<SubscriptionRow, 'tenantId' | 'planId' | 'readOnly'>[],
): Promise<void> {
  const moved = await scope.rows(updateTenants, [
    changed.map(({ tenantId }) => tenantId),
    changed.map(({ planId }) => planId),
    changed.map(({ readOnly }) => readOnly),
  ])
  await scope.core.invalidations.announceAll(
    scope,
    'tenant',
    moved.map(({ id }) => id),
  )
  await scope.rows(updateEverUsed, [[...new Set(changed.map(({ planId }) => planId))]])
}

/**
 * Records an act on many at once: an entry for each, in its organization's trail, and one statement for all of them.
 */
export async function recordBatch(
  scope: PlatformScope,
  action: string,
  description: string,
  subscriptions: readonly SubscriptionRow[],
  metadataOf: (subscription: SubscriptionRow) => Record<string, unknown> = () => ({}),
): Promise<void> {
  await recordAll(
    scope,
    subscriptions.map((subscription) => ({
      action,
      category: 'billing',
      description,
      resource: 'subscription',
      resourceId: subscription.id,
      tenantId: subscription.tenantId,
      metadata: metadataOf(subscription),
    })),
  )
}
