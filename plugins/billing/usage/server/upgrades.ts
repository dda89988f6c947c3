import { z } from 'zod'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { usageOf } from '#core/server/limits.ts'
import type { Usage } from '#core/server/plan-limits.ts'
import { freePlaces } from '#core/server/plan-places.ts'
import { subscriptionStatus } from '../../contract.ts'
import { lockedPlans, type Plan } from '../../plans/server/rows.ts'

const candidate = z.object({
  subscriptionId: z.string(),
  tenantId: z.string(),
  tenantName: z.string(),
  subdomain: z.string(),
  /** Address for emails about the subscription. */
  recipient: z.string(),
  planId: z.string(),
  currentPeriodEnd: z.string(),
})

export interface UpgradeCandidate extends z.infer<typeof candidate> {
  /** Storage in bytes. */
  usage: Usage
}

/** Condition of subscriptions `s` that a check looks at. */
export const IS_UPGRADABLE = `s.status = 'active' and s.auto_upgrade_enabled and s.pending_upgrade_plan_id is null
        and not s.cancel_at_period_end`

const selectCandidates = statement(
  candidate,
  `select s.id as "subscriptionId", s.tenant_id as "tenantId", t.name as "tenantName", t.subdomain,
        coalesce(s.billing_email, t.admin_email) as recipient, s.plan_id as "planId",
        s.current_period_end as "currentPeriodEnd"
       from subscriptions s join tenants t on t.id = s.tenant_id
      where ${IS_UPGRADABLE} and s.id > coalesce($1, '00000000-0000-0000-0000-000000000000'::uuid)
      order by s.id limit $2`,
)

/**
 * A page of the active subscriptions that may be upgraded by themselves and are not on their way to another plan, with
 * their use, by id; the next page goes on `after` the last. A few queries for each page.
 */
export async function upgradeCandidates(
  scope: PlatformScope,
  { after = null, limit }: { after?: string | null; limit: number },
): Promise<UpgradeCandidate[]> {
  const found = await scope.rows(selectCandidates, [after, limit])
  const usage = await usageOf(
    scope,
    found.map(({ tenantId }) => tenantId),
  )
  return found.map((one) => ({ ...one, usage: usage.get(one.tenantId) as Usage }))
}

const upgradeState = candidate.extend({
  status: subscriptionStatus,
  autoUpgradeEnabled: z.boolean(),
  cancelAtPeriodEnd: z.boolean(),
  pendingUpgradePlanId: z.string().nullable(),
  timeZone: z.string(),
})
export type UpgradeState = z.infer<typeof upgradeState>

const selectUpgradeState = statement(
  upgradeState,
  `select s.id as "subscriptionId", s.tenant_id as "tenantId", t.name as "tenantName", t.subdomain,
        coalesce(s.billing_email, t.admin_email) as recipient, s.plan_id as "planId",
        s.current_period_end as "currentPeriodEnd", s.status, s.auto_upgrade_enabled as "autoUpgradeEnabled",
        s.cancel_at_period_end as "cancelAtPeriodEnd", s.pending_upgrade_plan_id as "pendingUpgradePlanId",
        t.time_zone as "timeZone"
       from subscriptions s join tenants t on t.id = s.tenant_id where s.tenant_id = $1`,
)

/** The part of an organization's subscription that decides about automatic upgrades; undefined where there is none. */
export async function upgradeStateOf(scope: PlatformScope, tenantId: string): Promise<UpgradeState | undefined> {
  const [found] = await scope.rows(selectUpgradeState, [tenantId])
  return found
}

export interface UpgradeToCome {
  subscriptionId: string
  /** Plan at the time when the upgrade was chosen: a later change of it is kept. */
  fromPlanId: string
  toPlanId: string
  /** The end of the present period by default. */
  effectiveDate?: string
}

const scheduledUpgrade = z.object({
  subscriptionId: z.string(),
  tenantId: z.string(),
  toPlanId: z.string(),
  effectiveDate: z.string(),
})
type ScheduledUpgrade = z.infer<typeof scheduledUpgrade>

const updateToScheduled = statement(
  scheduledUpgrade,
  `update subscriptions s set pending_upgrade_plan_id = n."toPlanId",
        upgrade_effective_date = coalesce(n."effectiveDate", s.current_period_end),
        upgrade_notification_sent = false, updated_at = greatest($2, s.updated_at + interval '1 ms')
       from jsonb_to_recordset($1::jsonb) as n ("subscriptionId" uuid, "fromPlanId" uuid, "toPlanId" uuid,
              "effectiveDate" timestamptz)
      where s.id = n."subscriptionId" and s.plan_id = n."fromPlanId" and s.status = 'active'
        and s.auto_upgrade_enabled and s.pending_upgrade_plan_id is null and not s.cancel_at_period_end
      returning s.id as "subscriptionId", s.tenant_id as "tenantId", s.upgrade_effective_date as "effectiveDate",
        s.pending_upgrade_plan_id as "toPlanId"`,
)

const updateToWithdrawn =
  statement(`update subscriptions set pending_upgrade_plan_id = null, upgrade_effective_date = null
      where id = any($1::uuid[])`)

const selectFullPlans = statement(
  z.object({ id: z.string() }),
  `select p.id from subscription_plans p where $1 <= (select count(*) from tenants t where t.plan = p.name)
      + (select count(*) from subscriptions s where s.pending_upgrade_plan_id = p.id)`,
)

/**
 * Puts upgrades on their way, effective where the current period ends; plans that are inactive or full, and subscriptions
 * that were changed in the meantime, are left out. A few statements for any number.
 * @returns those that are on their way, with the instant at which they take effect
 */
export async function schedulePlanUpgrades(
  scope: PlatformScope,
  upgrades: readonly UpgradeToCome[],
): Promise<ScheduledUpgrade[]> {
  const plans = await lockedPlans(scope)
  const offered = upgrades.filter(({ toPlanId }) => plans.get(toPlanId)?.isActive)
  if (offered.length === 0) return []
  const scheduled = await scope.rows(updateToScheduled, [JSON.stringify(offered), scope.core.clock.now().toISOString()])
  const withdrawn = new Set<string>()
  const targets = [...new Set(scheduled.map(({ toPlanId }) => toPlanId))].toSorted()
  for (const planId of targets) {
    // They are counted as coming by now.
    const excess = -(await freePlaces(scope, (plans.get(planId) as Plan).name))
    const without = scheduled.filter(({ toPlanId }) => toPlanId === planId).slice(-Math.max(excess, 0))
    if (excess > 0) for (const { subscriptionId } of without) withdrawn.add(subscriptionId)
  }
  if (withdrawn.size > 0) await scope.rows(updateToWithdrawn, [[...withdrawn]])
  return scheduled.filter(({ subscriptionId }) => !withdrawn.has(subscriptionId))
}

/**
 * Plans with as many organizations as `maxTenantsPerPlan` allows, by id: no upgrade leads to one. Read without a lock,
 * scheduling counts again.
 */
export async function readFullPlans(scope: PlatformScope): Promise<ReadonlySet<string>> {
  const { maxTenantsPerPlan } = await scope.core.settings.current()
  const found = await scope.rows(selectFullPlans, [maxTenantsPerPlan])
  return new Set(found.map(({ id }) => id))
}

const updateLastUsageCheck = statement('update subscriptions set last_usage_check_at = $2 where id = any($1::uuid[])')

/** Notes when use was last compared with the limits. */
export async function noteUsageChecked(scope: PlatformScope, subscriptionIds: readonly string[]): Promise<void> {
  await scope.rows(updateLastUsageCheck, [subscriptionIds, scope.core.clock.now().toISOString()])
}

const updateNotificationSent = statement(`update subscriptions set upgrade_notification_sent = true
      where id = any($1::uuid[]) and pending_upgrade_plan_id is not null`)

/** Records that the organizations were notified of the coming upgrade. */
export async function noteUpgradeNotified(scope: PlatformScope, subscriptionIds: readonly string[]): Promise<void> {
  await scope.rows(updateNotificationSent, [subscriptionIds])
}
