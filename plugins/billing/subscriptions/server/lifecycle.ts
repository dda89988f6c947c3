import { z } from 'zod'
import { billingInterval, subscriptionStatus, type BillingInterval, type SubscriptionStatus } from '../../contract.ts'
import { overdue } from '../contract.ts'
import { periodAfter, periodAt } from './periods.ts'

export const DAY = 86_400_000

/** What of a subscription changes with time and by hand. Instants are ISO 8601 in UTC. */
export const subscriptionState = z.object({
  status: subscriptionStatus,
  planId: z.string(),
  currentPeriodStart: z.string(),
  currentPeriodEnd: z.string(),
  /** From where periods are counted, and how long they are since. */
  periodAnchor: z.string(),
  anchorInterval: billingInterval,
  cancelAtPeriodEnd: z.boolean(),
  billingEmail: z.string().nullable(),
  lastPaymentAt: z.string().nullable(),
  autoUpgradeEnabled: z.boolean(),
  pendingUpgradePlanId: z.string().nullable(),
  upgradeEffectiveDate: z.string().nullable(),
  upgradeNotificationSent: z.boolean(),
  /** Set while past due, like the next two; `trial-ended` tells that there never was a paid period. */
  pastDueReason: overdue.shape.reason,
  pastDueSince: z.string().nullable(),
  graceEndsAt: z.string().nullable(),
  /** Invoices that were due by then no longer make it past due: a super admin has set it active all the same. */
  toleratedUntil: z.string().nullable(),
  canceledAt: z.string().nullable(),
  lastRemindedAt: z.string().nullable(),
})
export type SubscriptionState = z.infer<typeof subscriptionState>

export const daysAfter = (instant: string, days: number) => new Date(Date.parse(instant) + days * DAY).toISOString()

const notPastDue = { pastDueReason: null, pastDueSince: null, graceEndsAt: null } as const
const noUpgrade = { pendingUpgradePlanId: null, upgradeEffectiveDate: null, upgradeNotificationSent: false } as const

/** Whether the organization may only read: unpaid beyond its grace, paused or canceled. */
export function isReadOnly({ status, graceEndsAt }: SubscriptionState, now: Date): boolean {
  if (status === 'canceled' || status === 'paused') return true
  return status === 'past_due' && graceEndsAt !== null && Date.parse(graceEndsAt) <= now.getTime()
}

/** On trial, or past due because the trial ended: nothing was to be paid so far. */
export function isBeforeFirstPeriod({ status, pastDueReason }: SubscriptionState): boolean {
  return status === 'trialing' || pastDueReason === 'trial-ended'
}

export function pastDue<State extends SubscriptionState>(
  state: State,
  reason: NonNullable<SubscriptionState['pastDueReason']>,
  since: string,
  gracePeriodDays: number,
): State {
  return {
    ...state,
    status: 'past_due',
    pastDueReason: reason,
    pastDueSince: since,
    graceEndsAt: daysAfter(since, gracePeriodDays),
    canceledAt: null,
  }
}

/** Paid again: active at once. */
export function settled<State extends SubscriptionState>(state: State): State {
  return { ...state, ...notPastDue, status: 'active', canceledAt: null }
}

/** Active with a period that begins now, and from where periods are counted from now on. */
export function restarted<State extends SubscriptionState>(state: State, interval: BillingInterval, now: Date): State {
  const { start, end } = periodAt(now, interval, 0)
  return {
    ...settled(state),
    currentPeriodStart: start.toISOString(),
    currentPeriodEnd: end.toISOString(),
    periodAnchor: start.toISOString(),
    anchorInterval: interval,
  }
}

/** The next period. A plan with another interval begins a count of its own. */
export function renewed<State extends SubscriptionState>(state: State, interval: BillingInterval): State {
  const end = new Date(state.currentPeriodEnd)
  const isSameInterval = interval === state.anchorInterval
  const anchor = isSameInterval ? new Date(state.periodAnchor) : end
  const period = isSameInterval ? periodAfter(anchor, interval, end) : periodAt(end, interval, 0)
  return {
    ...state,
    currentPeriodStart: period.start.toISOString(),
    currentPeriodEnd: period.end.toISOString(),
    periodAnchor: anchor.toISOString(),
    anchorInterval: interval,
  }
}

/** Ended at once. Open invoices stay open. */
export function canceled<State extends SubscriptionState>(state: State, at: string): State {
  return { ...state, ...notPastDue, ...noUpgrade, status: 'canceled', canceledAt: at, cancelAtPeriodEnd: false }
}

/** Neither invoiced nor past due, until a super admin sets another status. */
function paused<State extends SubscriptionState>(state: State): State {
  return { ...state, ...notPastDue, ...noUpgrade, status: 'paused', canceledAt: null }
}

function onTrial<State extends SubscriptionState>(state: State, now: Date, trialDays: number): State {
  const start = now.toISOString()
  return {
    ...state,
    ...notPastDue,
    status: 'trialing',
    canceledAt: null,
    currentPeriodStart: start,
    currentPeriodEnd: daysAfter(start, trialDays),
    periodAnchor: start,
  }
}

export function newSubscription(
  plan: { id: string; name: string; billingInterval: BillingInterval },
  now: Date,
  trialDays: number,
): SubscriptionState {
  const start = now.toISOString()
  const state: SubscriptionState = {
    status: 'active',
    planId: plan.id,
    currentPeriodStart: start,
    currentPeriodEnd: start,
    periodAnchor: start,
    anchorInterval: plan.billingInterval,
    cancelAtPeriodEnd: false,
    billingEmail: null,
    lastPaymentAt: null,
    autoUpgradeEnabled: true,
    ...noUpgrade,
    ...notPastDue,
    toleratedUntil: null,
    canceledAt: null,
    lastRemindedAt: null,
  }
  return plan.name === 'trial' ? onTrial(state, now, trialDays) : restarted(state, plan.billingInterval, now)
}

/**
 * A super admin sets any status. Active: what is overdue stays open and is tolerated; a period begins now where there
 * was none to go on with.
 */
export function setByHand<State extends SubscriptionState>(
  state: State,
  status: SubscriptionStatus,
  {
    now,
    interval,
    trialDays,
    graceDays,
  }: { now: Date; interval: BillingInterval; trialDays: number; graceDays: number },
): State {
  if (status === state.status) return state
  switch (status) {
    case 'trialing':
      return onTrial(state, now, trialDays)
    case 'past_due':
      return pastDue(state, isBeforeFirstPeriod(state) ? 'trial-ended' : 'set-by-hand', now.toISOString(), graceDays)
    case 'canceled':
      return canceled(state, now.toISOString())
    case 'paused':
      return paused(state)
    case 'active': {
      const tolerant = { ...state, toleratedUntil: now.toISOString() }
      const goesOn = !isBeforeFirstPeriod(state) && Date.parse(state.currentPeriodEnd) > now.getTime()
      return goesOn ? settled(tolerant) : restarted(tolerant, interval, now)
    }
  }
}

/** The plan that an upgrade brings with the next period; a plan that is no longer offered withdraws it. */
export function withUpgrade<State extends SubscriptionState>(state: State, isOffered: boolean, now: Date): State {
  const { pendingUpgradePlanId, upgradeEffectiveDate } = state
  if (pendingUpgradePlanId === null) return state
  if (!isOffered) return { ...state, ...noUpgrade }
  if (upgradeEffectiveDate !== null && Date.parse(upgradeEffectiveDate) > now.getTime()) return state
  return { ...state, ...noUpgrade, planId: pendingUpgradePlanId }
}

/** Another plan by hand; an upgrade that was on its way is void. */
export function withPlan<State extends SubscriptionState>(state: State, planId: string): State {
  return { ...state, ...noUpgrade, planId }
}
