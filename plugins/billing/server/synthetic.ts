import type { SyntheticLoad } from '#core/server/seed/bulk.ts'
import { newSubscription, renewed } from '../subscriptions/server/lifecycle.ts'
import type { Plan } from '../plans/server/rows.ts'

const TRIAL_DAYS = 14

const columns = [
  'id',
  'tenant_id',
  'plan_id',
  'status',
  'current_period_start',
  'current_period_end',
  'period_anchor',
  'anchor_interval',
  'next_payment_at',
  'created_at',
  'updated_at',
]

type SoldPlan = Pick<Plan, 'id' | 'name' | 'billingInterval'>

/** Of every organization, as `subscribeMissing` would make them: on trial from now, or paid since it was created. */
export async function syntheticSubscriptions(load: SyntheticLoad): Promise<void> {
  const { client, organizations, copy } = load
  const { rows: plans } = await client.query<SoldPlan>(
    'select id, name, billing_interval as "billingInterval" from subscription_plans order by sort_order, id',
  )
  await copy('subscriptions', columns, subscriptionRows(load, plans), organizations.length)
  await client.query(
    `update subscription_plans set ever_used = true
      where not ever_used and id in (select plan_id from subscriptions)`,
  )
}

function* subscriptionRows({ organizations, now, newId }: SyntheticLoad, plans: readonly SoldPlan[]) {
  const present = new Date(now).toISOString()
  for (const { id, plan: name, createdAt } of organizations) {
    // A plan may have been given another name, or deleted.
    const plan = plans.find((one) => one.name === name) ?? plans[0]
    if (!plan) return
    const isTrial = plan.name === 'trial'
    let state = newSubscription(plan, new Date(isTrial ? now : createdAt), TRIAL_DAYS)
    while (Date.parse(state.currentPeriodEnd) <= now) state = renewed(state, plan.billingInterval)
    const { status, currentPeriodStart, currentPeriodEnd, periodAnchor, anchorInterval } = state
    const nextPayment = isTrial ? null : currentPeriodEnd
    yield [
      newId(),
      id,
      plan.id,
      status,
      currentPeriodStart,
      currentPeriodEnd,
      periodAnchor,
      anchorInterval,
      nextPayment,
      createdAt,
      present,
    ]
  }
}
