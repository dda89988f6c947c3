import type { BillingInterval } from '../contract.ts'
import type { Money } from '../shared/server/money.ts'
import {
  DAY_MS,
  newSubscription,
  pastDue,
  renewPeriod,
  type SubscriptionState,
} from '../subscriptions/server/lifecycle.ts'

export interface DemoPlan {
  id: string
  name: string
  billingInterval: BillingInterval
  price: Money
}

export interface DemoTenant {
  status: string
  createdAt: string
  /** Time of the last sign-in of any user; an organization that does not come back does not pay either. */
  lastSignInAt: string | null
}

/** A period that was invoiced. */
export interface DemoPeriod {
  start: string
  end: string
  /** null where it is not paid. */
  paidAt: string | null
}

const TRIAL_DAYS = 14
const GRACE_DAYS = 7
/** From an invoice until it is due. */
const DUE_DAYS = 14
/** Organizations without a sign-in for this long leave invoices unpaid. */
const AWAY_DAYS = 30

/**
 * A subscription as time would have left it, with a period for each invoice since the organization was created. Invoices
 * are paid two to nine days after they were issued; a suspended organization left two unpaid, and one that no user has
 * come back to those since. Nothing else is overdue.
 */
export function lifeOf(
  plan: DemoPlan,
  { status, createdAt, lastSignInAt }: DemoTenant,
  now: Date,
): { state: SubscriptionState; periods: DemoPeriod[] } {
  const first = newSubscription(plan, new Date(createdAt), TRIAL_DAYS)
  if (first.status === 'trialing') return { state: trial(first, now), periods: [] }
  const states = [first]
  for (let last = first; Date.parse(last.currentPeriodEnd) <= now.getTime(); states.push(last)) {
    last = renewPeriod(last, plan.billingInterval)
  }
  // One that was canceled ended with the period before.
  if (status === 'inactive' && states.length > 1) states.pop()
  const isAway = lastSignInAt !== null && now.getTime() - Date.parse(lastSignInAt) > AWAY_DAYS * DAY_MS
  const periods = plan.price.isZero ? [] : states.map((state, index) => periodOf(state, index))
  const due = periods.filter(({ start }) => Date.parse(start) + DUE_DAYS * DAY_MS <= now.getTime())
  const unpaid = new Set(status === 'suspended' ? due.slice(-2) : isAway ? due.slice(-1) : [])
  const paid = periods.map((period) => ({
    ...period,
    paidAt: unpaid.has(period) ? null : paidBefore(period.paidAt, now),
  }))
  const lastPaymentAt = paid.findLast(({ paidAt }) => paidAt !== null)?.paidAt ?? null
  const state = { ...(states.at(-1) ?? first), lastPaymentAt }
  const [oldest] = unpaid
  if (status === 'inactive') {
    return { state: { ...state, status: 'canceled', canceledAt: state.currentPeriodEnd }, periods: paid }
  }
  if (!oldest) return { state, periods: paid }
  const since = new Date(Date.parse(oldest.start) + DUE_DAYS * DAY_MS).toISOString()
  return { state: pastDue(state, 'invoice-overdue', since, GRACE_DAYS), periods: paid }
}

function trial(state: SubscriptionState, now: Date): SubscriptionState {
  const isOver = Date.parse(state.currentPeriodEnd) <= now.getTime()
  return isOver ? pastDue(state, 'trial-ended', state.currentPeriodEnd, GRACE_DAYS) : state
}

const periodOf = ({ currentPeriodStart, currentPeriodEnd }: SubscriptionState, index: number): DemoPeriod => ({
  start: currentPeriodStart,
  end: currentPeriodEnd,
  paidAt: new Date(Date.parse(currentPeriodStart) + (2 + ((index * 5) % 8)) * DAY_MS).toISOString(),
})

const paidBefore = (paidAt: string | null, now: Date) =>
  paidAt !== null && Date.parse(paidAt) <= now.getTime() ? paidAt : null
