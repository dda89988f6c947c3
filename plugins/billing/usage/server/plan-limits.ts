import { z } from 'zod'
import { GIGABYTE } from '#core/contract/sizes.ts'
import { statement } from '#core/server/database/statement.ts'
import type { PlanLimits, Scope } from '#core/server/core.ts'
import type { Period, PlanFeatures } from '#core/server/plan-limits.ts'
import { readPlans, TRIAL_PLAN } from '../../plans/server/rows.ts'
import { billingInterval, subscriptionStatus, type BillingInterval } from '../../contract.ts'
import { overdue } from '../../subscriptions/contract.ts'
import { periodAt } from '../../subscriptions/server/periods.ts'

/** The larger one of two limits, where null is unlimited; `n` is the plan of an announced upgrade. */
const larger = (column: string) =>
  `case when p.${column} is null or (n.id is not null and n.${column} is null) then null
        else greatest(p.${column}, n.${column})::bigint end`

const selectAllowance = statement(
  z.object({
    planName: z.string(),
    users: z.number().nullable(),
    sessions: z.number().nullable(),
    storage: z.number().nullable(),
  }),
  `select coalesce(n.display_name, p.display_name) as "planName", ${larger('max_users')} as users,
        ${larger('max_sessions')} as sessions, ${larger('max_storage')} * ${GIGABYTE} as storage
       from subscriptions s join subscription_plans p on p.id = s.plan_id
       left join subscription_plans n on n.id = s.pending_upgrade_plan_id and n.is_active
      where s.tenant_id = $1`,
)

const periodRow = z.object({
  tenantId: z.string(),
  status: subscriptionStatus,
  pastDueReason: overdue.shape.reason,
  currentPeriodStart: z.string(),
  currentPeriodEnd: z.string(),
  periodAnchor: z.string(),
  anchorInterval: billingInterval,
})
type PeriodRow = z.infer<typeof periodRow>

const selectPeriods = statement(
  periodRow,
  `select tenant_id as "tenantId", status, past_due_reason as "pastDueReason",
      current_period_start as "currentPeriodStart", current_period_end as "currentPeriodEnd",
      period_anchor as "periodAnchor", anchor_interval as "anchorInterval"
     from subscriptions where tenant_id = any($1::uuid[])`,
)

const selectPlanId = statement(
  z.object({ planId: z.string() }),
  'select plan_id as "planId" from subscriptions where tenant_id = $1',
)

/** The features of the present plan: those of an announced upgrade come when it takes effect. */
async function featuresOf(scope: Scope, tenantId: string): Promise<PlanFeatures | undefined> {
  const [subscribed] = await scope.rows(selectPlanId, [tenantId])
  if (!subscribed) return undefined
  const plans = await readPlans(scope)
  const plan = plans.get(subscribed.planId)
  if (!plan) return undefined
  return {
    planName: plan.displayName,
    included: plan.entitlements,
    offers: [...plans.values()]
      .filter(({ isActive, name }) => isActive && name !== TRIAL_PLAN)
      .map(({ displayName, entitlements }) => ({ planName: displayName, included: entitlements })),
  }
}

const selectComing = statement(
  z.object({ count: z.number() }),
  `select count(*) as count from subscriptions s join subscription_plans n on n.id = s.pending_upgrade_plan_id
      where n.name = $1`,
)

/** Reads allowances and features of plans, and billing periods. */
export const planLimits: PlanLimits = {
  allowanceOf: async (scope, tenantId) => (await scope.rows(selectAllowance, [tenantId]))[0],
  featuresOf,
  countComing: async (scope, planName) => (await scope.rows(selectComing, [planName]))[0]?.count ?? 0,
  periodsOf: async (scope, tenantIds) => {
    const found = await scope.rows(selectPeriods, [tenantIds])
    return new Map(found.map((row) => [row.tenantId, (at: Date) => periodOf(row, at)]))
  },
}

/** The period of a subscription that contains an instant, before and after the present one too. */
function periodOf(row: PeriodRow, at: Date): Period {
  const present = { start: new Date(row.currentPeriodStart), end: new Date(row.currentPeriodEnd) }
  if (at >= present.start && at < present.end) return present
  // A trial is no period of its anchor: the first one begins with its end.
  const isTrial = row.status === 'trialing' || row.pastDueReason === 'trial-ended'
  const anchor = isTrial ? present.end : new Date(row.periodAnchor)
  return periodContaining(anchor, row.anchorInterval, at)
}

/** The period that contains an instant, of those that are counted from the anchor. */
function periodContaining(anchor: Date, interval: BillingInterval, at: Date): Period {
  const months = (at.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + at.getUTCMonth() - anchor.getUTCMonth()
  const index = interval === 'monthly' ? months : Math.floor(months / 12)
  const period = periodAt(anchor, interval, index)
  return at < period.start ? periodAt(anchor, interval, index - 1) : period
}
