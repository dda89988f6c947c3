import { z } from 'zod'
import { promisesOf } from '#core/contract/entitlements.ts'
import { GIGABYTE } from '#core/contract/sizes.ts'
import type { PlatformScope, Scope, TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { platformLimits, usageOf } from '#core/server/limits.ts'
import type { Usage } from '#core/server/plan-limits.ts'
import type { BillingInterval } from '../../contract.ts'
import { tenantSubscription as tenantSubscriptionShape, type TenantSubscription } from '../contract.ts'
import { readPlans, type Plan } from '../../plans/server/rows.ts'

/** The smaller one of a plan's limit and the platform's. */
const limitsOf = (plan: Plan, platform: Usage) => ({
  users: Math.min(plan.maxUsers ?? platform.users, platform.users),
  sessions: Math.min(plan.maxSessions ?? platform.sessions, platform.sessions),
  storageBytes: Math.min(plan.maxStorage === null ? platform.storage : plan.maxStorage * GIGABYTE, platform.storage),
})

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

const selectOwnSubscription = statement(
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
  const [found] = await scope.rows(selectOwnSubscription, [scope.core.clock.now().toISOString(), tenantId])
  if (!found) return undefined
  const { planId, description, features, pendingUpgradePlanId, upgradeEffectiveDate, ...row } = found
  const plans = await readPlans(scope)
  const plan = plans.get(planId) as Plan
  const next = pendingUpgradePlanId === null ? undefined : plans.get(pendingUpgradePlanId)
  const usage = (await usageOf(scope, [tenantId])).get(tenantId) as Usage
  const platform = platformLimits(await scope.core.settings.current())
  return {
    ...row,
    plan: {
      ...priceOf(plan),
      name: plan.name,
      displayName: plan.displayName,
      description,
      promises: promisesOf({ features, included: plan.entitlements }, scope.core.limits.entitlements),
      maxUsers: plan.maxUsers,
      maxSessions: plan.maxSessions,
      maxStorage: plan.maxStorage,
    },
    limits: limitsOf(plan, platform),
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
            limits: limitsOf(next, platform),
          }
        : null,
  }
}

function priceOf(plan: Plan): { price: number; currency: string; billingInterval: BillingInterval } {
  return { price: plan.price.amount, currency: plan.currency, billingInterval: plan.billingInterval }
}
