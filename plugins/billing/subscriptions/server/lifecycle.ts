import { z } from 'zod'
import { billingInterval, subscriptionStatus, type BillingInterval } from '../../contract.ts'
import type { RestOfPeriod } from '../../invoices/server/invoicing.ts'
import { TRIAL_PLAN, type Plan } from '../../plans/server/rows.ts'
import { Money } from '../../shared/server/money.ts'
import { overdue } from '../contract.ts'
import { moves, type LifeEvent, type Phase } from './life-table.ts'
import { endsPeriod, periodAfter, periodAt } from './periods.ts'

export const DAY_MS = 86_400_000

/** State of a subscription that changes with time and by hand. Instants are ISO 8601 in UTC. */
export const subscriptionState = z.object({
  status: subscriptionStatus,
  planId: z.string(),
  currentPeriodStart: z.string(),
  currentPeriodEnd: z.string(),
  /** From where periods are counted, and how long they are since. */
  periodAnchor: z.string(),
  anchorInterval: billingInterval,
  /**
   * The price that the present period is invoiced at, for one of these intervals; null before the first one. That of the
   * plan may be another one: of a period to come.
   */
  billedPrice: z.string().nullable(),
  billedCurrency: z.string().nullable(),
  billedInterval: billingInterval.nullable(),
  cancelAtPeriodEnd: z.boolean(),
  billingEmail: z.string().nullable(),
  lastPaymentAt: z.string().nullable(),
  autoUpgradeEnabled: z.boolean(),
  pendingUpgradePlanId: z.string().nullable(),
  upgradeEffectiveDate: z.string().nullable(),
  upgradeNotificationSent: z.boolean(),
  /** Set while past due, like the next two; `trial-ended` means that there never was a paid period. */
  pastDueReason: overdue.shape.reason,
  pastDueSince: z.string().nullable(),
  graceEndsAt: z.string().nullable(),
  /** Invoices that were due by then no longer make it past due: a super admin has set it active all the same. */
  toleratedUntil: z.string().nullable(),
  canceledAt: z.string().nullable(),
  lastRemindedAt: z.string().nullable(),
})
export type SubscriptionState = z.infer<typeof subscriptionState>

const daysAfter = (instant: string, days: number) => new Date(Date.parse(instant) + days * DAY_MS).toISOString()

const notPastDue = { pastDueReason: null, pastDueSince: null, graceEndsAt: null } as const
const noUpgrade = { pendingUpgradePlanId: null, upgradeEffectiveDate: null, upgradeNotificationSent: false } as const

/** True while the organization may only read: unpaid beyond its grace, paused or canceled. */
export function isReadOnly({ status, graceEndsAt }: SubscriptionState, now: Date): boolean {
  if (status === 'canceled' || status === 'paused') return true
  return status === 'past_due' && graceEndsAt !== null && Date.parse(graceEndsAt) <= now.getTime()
}

export function phaseOf({ status, pastDueReason }: SubscriptionState): Phase {
  if (status !== 'past_due') return status
  return pastDueReason === 'trial-ended' ? 'trial-ended' : 'overdue'
}

/** On trial, or past due because the trial ended: nothing was to be paid so far. */
export function isBeforeFirstPeriod(state: SubscriptionState): boolean {
  return ['trialing', 'trial-ended'].includes(phaseOf(state))
}

export interface InvoicedPeriod {
  start: string
  end: string
  /** Price of the last invoice within it. */
  lastStart: string
}

export interface Circumstances {
  now: Date
  /** Instant of the event, which may be before it was noticed; now by default. */
  since?: string
  plan: Pick<Plan, 'price' | 'billingInterval'>
  trialDays: number
  graceDays: number
  /** The period that is invoiced and runs; undefined where there is none. */
  running?: InvoicedPeriod | undefined
}

export interface Moved<State extends SubscriptionState> {
  state: State
  /** To be invoiced now: a period that began, or the rest of one; null where nothing is. */
  toInvoice: 'period' | RestOfPeriod | null
}

/** The subscription after an event, as the table of moves has it, with what is to be invoiced. */
export function afterEvent<State extends SubscriptionState>(
  state: State,
  event: LifeEvent,
  circumstances: Circumstances,
): Moved<State> {
  const { state: moved, isNewPeriod } = afterMove(state, event, circumstances)
  if (isNewPeriod) return { state: billedAs(moved, circumstances.plan), toInvoice: 'period' }
  const rest = event === 'plan-chosen' ? restOfPeriod(moved, circumstances) : null
  return rest ? { state: billedAs(moved, circumstances.plan), toInvoice: rest } : { state: moved, toInvoice: null }
}

function afterMove<State extends SubscriptionState>(
  state: State,
  event: LifeEvent,
  circumstances: Circumstances,
): { state: State; isNewPeriod: boolean } {
  const from = phaseOf(state)
  const move = moves[from][event]
  if (!move) return { state, isNewPeriod: false }
  const { now, since = now.toISOString() } = circumstances
  const tolerant = event === 'set-active' ? { ...state, toleratedUntil: now.toISOString() } : state
  const reason = event === 'invoice-overdue' ? 'invoice-overdue' : 'set-by-hand'
  const arrived = move.to === from ? tolerant : arriveAt(tolerant, move.to, { since, reason, circumstances })
  switch (move.period) {
    case 'keep':
      return { state: arrived, isNewPeriod: false }
    case 'next':
      return { state: renewPeriod(arrived, circumstances.plan.billingInterval), isNewPeriod: true }
    case 'trial':
      return { state: startTrial(arrived, now, circumstances.trialDays), isNewPeriod: false }
    case 'begin':
      return beginPeriod(arrived, circumstances)
  }
}

const billedAs = <State extends SubscriptionState>(
  state: State,
  { price, billingInterval }: Circumstances['plan'],
): State => ({
  ...state,
  billedPrice: price.decimal,
  billedCurrency: price.currency,
  billedInterval: billingInterval,
})

const MONTHS = { monthly: 1, yearly: 12 } as const

/** A year of a price for an interval. */
const yearOf = (price: Money, interval: BillingInterval) => price.share(12 / MONTHS[interval], 1)

/**
 * The share of a period that is still to come, at the difference to what it is invoiced at; null where the plan is not
 * dearer, or in another currency, whose price counts from the next period.
 */
function restOfPeriod(state: SubscriptionState, { now, plan, running }: Circumstances): RestOfPeriod | null {
  const { billedPrice, billedCurrency, billedInterval, anchorInterval } = state
  const { currency } = plan.price
  const isRunning = ['active', 'overdue'].includes(phaseOf(state))
  if (!isRunning || billedPrice === null || billedInterval === null) return null
  // Nothing is nothing in every currency.
  if (billedCurrency !== currency && Number(billedPrice) !== 0) return null
  const billed = yearOf(Money.of(billedPrice, currency), billedInterval)
  const more = yearOf(plan.price, plan.billingInterval).minus(billed)
  const [start, end] = [Date.parse(state.currentPeriodStart), Date.parse(state.currentPeriodEnd)]
  const left = end - now.getTime()
  if (left <= 0 || more.compare(Money.ofMinor(0, currency)) <= 0) return null
  const price = more.share(left * MONTHS[anchorInterval], (end - start) * 12)
  // A subscription has one invoice for each instant at which a period begins.
  const from = Math.max(now.getTime(), Date.parse(running?.lastStart ?? state.currentPeriodStart) + 1)
  return price.isZero ? null : { from: new Date(from).toISOString(), price }
}

function arriveAt<State extends SubscriptionState>(
  state: State,
  phase: Phase,
  {
    since,
    reason,
    circumstances: { graceDays },
  }: { since: string; reason: 'invoice-overdue' | 'set-by-hand'; circumstances: Circumstances },
): State {
  switch (phase) {
    case 'trialing':
    case 'active':
      return { ...state, ...notPastDue, status: phase, canceledAt: null }
    case 'trial-ended':
      return pastDue(state, 'trial-ended', since, graceDays)
    case 'overdue':
      return pastDue(state, reason, since, graceDays)
    case 'paused':
      return { ...state, ...notPastDue, ...noUpgrade, status: 'paused', canceledAt: null }
    case 'canceled':
      return { ...state, ...notPastDue, ...noUpgrade, status: 'canceled', canceledAt: since, cancelAtPeriodEnd: false }
  }
}

function beginPeriod<State extends SubscriptionState>(
  state: State,
  { now, plan, running }: Circumstances,
): { state: State; isNewPeriod: boolean } {
  if (running) {
    // The anchor is that of this period: a trial, which alone has another period, leaves it as it was.
    return { state: { ...state, currentPeriodStart: running.start, currentPeriodEnd: running.end }, isNewPeriod: false }
  }
  return { state: startedNow(state, plan.billingInterval, now), isNewPeriod: true }
}

function startedNow<State extends SubscriptionState>(state: State, interval: BillingInterval, now: Date): State {
  const { start, end } = periodAt(now, interval, 0)
  return {
    ...state,
    currentPeriodStart: start.toISOString(),
    currentPeriodEnd: end.toISOString(),
    periodAnchor: start.toISOString(),
    anchorInterval: interval,
  }
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

/** The next period. A plan with another interval begins a count of its own, and so does what follows the days of a trial. */
export function renewPeriod<State extends SubscriptionState>(state: State, interval: BillingInterval): State {
  const end = new Date(state.currentPeriodEnd)
  const before = new Date(state.periodAnchor)
  const anchor = interval === state.anchorInterval && endsPeriod(before, interval, end) ? before : end
  const period = periodAfter(anchor, interval, end)
  return {
    ...state,
    currentPeriodStart: period.start.toISOString(),
    currentPeriodEnd: period.end.toISOString(),
    periodAnchor: anchor.toISOString(),
    anchorInterval: interval,
  }
}

/** True where a period ended while the organization could only read: what follows it is not invoiced. */
export function isLapsed({ status, graceEndsAt, currentPeriodEnd }: SubscriptionState, now: Date): boolean {
  const isOver = Date.parse(currentPeriodEnd) <= now.getTime()
  return isOver && status === 'past_due' && graceEndsAt !== null && graceEndsAt <= currentPeriodEnd
}

/** More days before the organization is read-only. One that was so beyond its period is invoiced from now on. */
export function withGrace<State extends SubscriptionState>(state: State, days: number, now: Date): State {
  const { graceEndsAt } = state
  if (graceEndsAt === null) return state
  const instant = now.toISOString()
  const extended = { ...state, graceEndsAt: daysAfter(graceEndsAt > instant ? graceEndsAt : instant, days) }
  const isBilled = state.pastDueReason !== 'trial-ended'
  return isBilled && isLapsed(state, now) ? { ...extended, currentPeriodEnd: instant, periodAnchor: instant } : extended
}

function startTrial<State extends SubscriptionState>(state: State, now: Date, trialDays: number): State {
  const start = now.toISOString()
  return { ...state, currentPeriodStart: start, currentPeriodEnd: daysAfter(start, trialDays) }
}

export function newSubscription(
  plan: Pick<Plan, 'id' | 'name' | 'price' | 'billingInterval'>,
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
    billedPrice: null,
    billedCurrency: null,
    billedInterval: null,
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
  return plan.name === TRIAL_PLAN
    ? startTrial({ ...state, status: 'trialing' }, now, trialDays)
    : billedAs(startedNow(state, plan.billingInterval, now), plan)
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
