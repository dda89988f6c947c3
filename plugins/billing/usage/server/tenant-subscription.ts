import { z } from 'zod'
import { GIGABYTE } from '#core/contract/sizes.ts'
import { record } from '#core/server/audit.ts'
import type { PlanAllowanceOf, PlatformScope, Scope, TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, notFound } from '#core/server/errors.ts'
import { usageOf, type Usage } from '#core/server/limits.ts'
import type { BillingInterval } from '../../contract.ts'
import { tenantSubscription as tenantSubscriptionShape, type TenantSubscription } from '../contract.ts'
import { emit } from '#core/server/events/events.ts'
import { subscriptionsChanged } from '../../server/events.ts'
import { readPlans, type Plan } from '../../plans/server/rows.ts'

const storageBytes = ({ maxStorage }: Plan) => (maxStorage === null ? null : maxStorage * GIGABYTE)

const limitsOf = (plan: Plan) => ({
  users: plan.maxUsers,
  sessions: plan.maxSessions,
  storageBytes: storageBytes(plan),
})

const allowance = statement(
  z.object({
    planName: z.string(),
    users: z.number().nullable(),
    sessions: z.number().nullable(),
    storage: z.number().nullable(),
  }),
  `select p.display_name as "planName", p.max_users as users, p.max_sessions as sessions,
        p.max_storage::bigint * ${GIGABYTE} as storage
       from subscriptions s join subscription_plans p on p.id = s.plan_id where s.tenant_id = $1`,
)

/** What the organization's plan allows; undefined for one that has no subscription. */
export const planAllowance: PlanAllowanceOf = async (scope, tenantId) => {
  const [found] = await scope.rows(allowance, [tenantId])
  return found
}

const ownSubscription = tenantSubscriptionShape
  .pick({
    status: true,
    currentPeriodStart: true,
    currentPeriodEnd: true,
    nextPaymentAt: true,
    cancelAtPeriodEnd: true,
    autoUpgradeEnabled: true,
    billingEmail: true,
    readOnly: true,
    graceEndsAt: true,
  })
  .extend({
    planId: z.string(),
    description: z.string(),
    features: z.array(z.string()),
    pendingUpgradePlanId: z.string().nullable(),
    upgradeEffectiveDate: z.string().nullable(),
    overdueAmounts: tenantSubscriptionShape.shape.overdueAmounts,
  })

const own = statement(
  ownSubscription,
  `select s.plan_id as "planId", p.description, p.features, s.status,
      s.current_period_start as "currentPeriodStart", s.current_period_end as "currentPeriodEnd",
      s.next_payment_at as "nextPaymentAt", s.cancel_at_period_end as "cancelAtPeriodEnd",
      s.auto_upgrade_enabled as "autoUpgradeEnabled", coalesce(s.billing_email, t.admin_email) as "billingEmail",
      s.pending_upgrade_plan_id as "pendingUpgradePlanId", s.upgrade_effective_date as "upgradeEffectiveDate",
      t.read_only as "readOnly", s.grace_ends_at as "graceEndsAt",
      (select coalesce(jsonb_agg(jsonb_build_object('amount', sums.amount, 'currency', sums.currency)
            order by sums.currency), '[]')
        from (select i.currency, sum(i.total - i.amount_paid)::float8 as amount from invoices i
          where i.subscription_id = s.id and i.status = 'open' and i.due_at <= $1 group by i.currency) sums)
        as "overdueAmounts"
     from subscriptions s join tenants t on t.id = s.tenant_id join subscription_plans p on p.id = s.plan_id
    where s.tenant_id = $2`,
)

/** The organization's own subscription with its use. @throws not-found when it has none */
export async function tenantSubscription(scope: TenantScope): Promise<TenantSubscription> {
  const found = await subscriptionOf(scope, scope.tenantId)
  if (!found) throw notFound('Subscription')
  return found
}

/** The same for super admins, of any organization. */
export async function subscriptionOfTenant(
  scope: PlatformScope,
  tenantId: string,
): Promise<{ subscription: TenantSubscription | null }> {
  return { subscription: (await subscriptionOf(scope, tenantId)) ?? null }
}

async function subscriptionOf(scope: Scope, tenantId: string): Promise<TenantSubscription | undefined> {
  const [found] = await scope.rows(own, [scope.core.clock.now().toISOString(), tenantId])
  if (!found) return undefined
  const { planId, description, features, pendingUpgradePlanId, upgradeEffectiveDate, ...row } = found
  const plans = await readPlans(scope)
  const plan = plans.get(planId) as Plan
  const next = pendingUpgradePlanId === null ? undefined : plans.get(pendingUpgradePlanId)
  const usage = (await usageOf(scope, [tenantId])).get(tenantId) as Usage
  return {
    ...row,
    plan: { ...priceOf(plan), name: plan.name, displayName: plan.displayName, description, features },
    limits: limitsOf(plan),
    usage: { users: usage.users, sessions: usage.sessions, storageBytes: usage.storage },
    pendingUpgrade:
      next && upgradeEffectiveDate !== null
        ? {
            planName: next.name,
            planDisplayName: next.displayName,
            currentPrice: plan.price.amount,
            newPrice: next.price.amount,
            currency: next.currency,
            billingInterval: next.billingInterval,
            effectiveDate: upgradeEffectiveDate,
            limits: limitsOf(next),
          }
        : null,
  }
}

function priceOf(plan: Plan): { price: number; currency: string; billingInterval: BillingInterval } {
  return { price: plan.price.amount, currency: plan.currency, billingInterval: plan.billingInterval }
}

const decline = statement(
  z.object({ id: z.string(), planName: z.string() }),
  `update subscriptions s set pending_upgrade_plan_id = null, upgrade_effective_date = null,
        upgrade_notification_sent = false, auto_upgrade_enabled = false,
        updated_at = greatest($1, s.updated_at + interval '1 ms')
       from subscription_plans p where p.id = s.pending_upgrade_plan_id
      returning s.id, p.display_name as "planName"`,
)

/**
 * Withdraws the upgrade that is coming, and has none come by itself from now on.
 * @throws billing.no-upgrade 409 when none is coming, or it has taken effect
 */
export async function declineUpgrade(scope: TenantScope): Promise<TenantSubscription> {
  const [declined] = await scope.rows(decline, [scope.core.clock.now().toISOString()])
  if (!declined) throw new AppError('billing.no-upgrade', 409, 'No upgrade is coming')
  await record(scope, {
    action: 'subscription.upgrade-declined',
    category: 'billing',
    description: `Declined the upgrade to ${declined.planName}`,
    resource: 'subscription',
    resourceId: declined.id,
    after: { autoUpgradeEnabled: false },
  })
  await emit(scope, subscriptionsChanged, {
    subscriptions: [{ subscriptionId: declined.id, tenantId: scope.tenantId }],
  })
  return tenantSubscription(scope)
}
