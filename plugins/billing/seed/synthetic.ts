import type { SyntheticLoad } from '#core/server/seed/bulk.ts'
import { newSubscription, renewPeriod } from '../subscriptions/server/lifecycle.ts'
import type { Plan } from '../plans/server/rows.ts'
import { Money } from '../shared/server/money.ts'

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
  'billed_price',
  'billed_currency',
  'billed_interval',
  'next_payment_at',
  'created_at',
  'updated_at',
]

type SoldPlan = Pick<Plan, 'id' | 'name' | 'price' | 'billingInterval'>

/**
 * Copies subscriptions of every organization, as `subscribeMissing` would make them: on trial from now, or paid since
 * it was created.
 */
export async function syntheticSubscriptions(load: SyntheticLoad): Promise<void> {
  const { client, organizations, copy } = load
  const { rows } = await client.query<Omit<SoldPlan, 'price'> & { price: string; currency: string }>(
    `select id, name, price::text as price, currency, billing_interval as "billingInterval"
       from subscription_plans order by sort_order, id`,
  )
  const plans = rows.map(({ price, currency, ...plan }) => ({ ...plan, price: Money.of(price, currency) }))
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
    while (Date.parse(state.currentPeriodEnd) <= now) state = renewPeriod(state, plan.billingInterval)
    const { status, currentPeriodStart, currentPeriodEnd, periodAnchor, anchorInterval } = state
    const { billedPrice, billedCurrency, billedInterval } = state
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
      billedPrice,
      billedCurrency,
      billedInterval,
      nextPayment,
      createdAt,
      present,
    ]
  }
}
