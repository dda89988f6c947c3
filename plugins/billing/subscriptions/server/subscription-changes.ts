import { changedFields, record } from '#core/server/audit.ts'
import type { PlatformScope } from '#core/server/core.ts'
import { invalidField } from '#core/server/errors.ts'
import { emit } from '#core/server/events/events.ts'
import type { Subscription, SubscriptionChange } from '../contract.ts'
import { refuseOutdated } from '#core/server/versions.ts'
import { subscriptionsChanged } from '../../shared/server/events.ts'
import { invoiceOf, issueInvoices } from '../../invoices/server/invoicing.ts'
import { readCircumstances } from './circumstances.ts'
import { eventOfStatus } from './life-table.ts'
import {
  afterEvent,
  newSubscription,
  withPlan,
  type Circumstances,
  type Moved,
  type SubscriptionState,
} from './lifecycle.ts'
import { checkPlan, emitChanged } from './plan-migration.ts'
import { afterSettling } from './payments.ts'
import { lockedPlans, isFree, TRIAL_PLAN, type Plan } from '../../plans/server/rows.ts'
import { lockedSubscription, saveSubscriptions, type SubscriptionRow } from './rows.ts'
import { subscriptionById } from './subscriptions.ts'
import { SubscriptionModel } from './subscription.ts'
import { billingSettings } from '../../contract.ts'

/**
 * Subscribes a new organization to a plan by its name, in the transaction that creates the organization: `trial` runs
 * for `defaultTrialDays`, another plan is active and invoiced at once.
 * @throws invalid at `plan` when there is no active plan with the name
 */
export async function createSubscription(
  scope: PlatformScope,
  tenant: { tenantId: string; plan: string },
): Promise<{ subscriptionId: string }> {
  const plan = [...(await lockedPlans(scope)).values()].find(({ name }) => name === tenant.plan)
  if (!plan?.isActive) throw invalidField('plan', 'Please select an active plan')
  const now = scope.core.clock.now()
  const { defaultTrialDays } = await scope.core.settings.of(billingSettings)
  const state = newSubscription(plan, now, defaultTrialDays)
  const { id } = await SubscriptionModel.query(scope.trx).insert({
    ...state,
    tenantId: tenant.tenantId,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
  })
  const subscription = await lockedSubscription(scope, id)
  if (state.status === 'active') await issueInvoices(scope, [{ subscription, plan }])
  await saveSubscriptions(scope, [subscription])
  // Without a subscription it had everything.
  await scope.core.invalidations.announce(scope, 'tenant', tenant.tenantId)
  await record(scope, {
    action: 'subscription.created',
    category: 'billing',
    description: `Subscribed ${subscription.tenantName} to ${plan.displayName}`,
    resource: 'subscription',
    resourceId: id,
    tenantId: tenant.tenantId,
    after: { plan: plan.name, status: state.status, currentPeriodEnd: state.currentPeriodEnd },
  })
  await emit(scope, subscriptionsChanged, { subscriptions: [{ subscriptionId: id, tenantId: tenant.tenantId }] })
  return { subscriptionId: id }
}

/**
 * Changes what is given. Limits of another plan hold at once. The rest of the period is invoiced at what a dearer plan
 * costs more; the price of a cheaper one, or in another currency, counts from the next invoice. A plan ends a trial.
 * @throws outdated 409 when `updatedAt` is not the present one; invalid at `planId` for an inactive plan;
 *   plan.too-small 409; tenants.plan-full 409 at `planId`
 */
export async function updateSubscription(
  scope: PlatformScope,
  id: string,
  { updatedAt, ...change }: SubscriptionChange,
): Promise<Subscription> {
  // Locks plans before the subscription, like all other code, to avoid deadlocks.
  const plans = await lockedPlans(scope)
  const before = await lockedSubscription(scope, id)
  refuseOutdated('this subscription', before.updatedAt, updatedAt)
  const plan =
    change.planId === undefined || change.planId === before.planId
      ? (plans.get(before.planId) as Plan)
      : await checkPlan(scope, plans.get(change.planId), before)
  const move = await changedState(scope, before, plan, change)
  const saved = move.state
  const changed = changedFields<Partial<SubscriptionState>>(before, pick(saved))
  if (Object.keys(changed.after).length === 0) return subscriptionById(scope, id)
  await issueInvoices(scope, invoiceOf(move, plan))
  await saveSubscriptions(scope, [saved])
  await record(scope, {
    action: 'subscription.updated',
    category: 'billing',
    description: `Changed the subscription of ${before.tenantName}`,
    resource: 'subscription',
    resourceId: id,
    tenantId: before.tenantId,
    ...changed,
  })
  await emitChanged(scope, [saved])
  return subscriptionById(scope, id)
}

async function changedState(
  scope: PlatformScope,
  before: SubscriptionRow,
  plan: Plan,
  { status, billingEmail = before.billingEmail, cancelAtPeriodEnd = before.cancelAtPeriodEnd }: SubscriptionChange,
): Promise<Moved<SubscriptionRow>> {
  const isOther = plan.id !== before.planId
  const given = { ...(isOther ? withPlan(before, plan.id) : before), billingEmail, cancelAtPeriodEnd }
  const circumstances = (await readCircumstances(scope, [before]))(before, plan)
  const isSet = status !== undefined && status !== before.status
  if (isSet && status === 'active' && !plan.isActive) {
    throw invalidField('planId', `The plan ${plan.displayName} is inactive: choose another one`)
  }
  const isChosen = isOther && plan.name !== TRIAL_PLAN
  const set: Moved<SubscriptionRow> = isSet
    ? afterEvent(given, eventOfStatus[status], circumstances)
    : { state: given, toInvoice: null }
  const chosen = isChosen && !(isSet && status !== 'active') ? choosePlan(set, circumstances) : set
  const { state } = chosen
  // The end that a cancellation waits for may be past: of a trial, or of a period after which nothing was paid.
  const isOver = Date.parse(state.currentPeriodEnd) <= circumstances.now.getTime()
  if (state.cancelAtPeriodEnd && !before.cancelAtPeriodEnd && isOver) {
    return { ...chosen, state: afterEvent(state, 'cancellation-due', circumstances).state }
  }
  // A free plan has nothing to pay by which it could become active again.
  return isChosen && isFree(plan) ? { ...chosen, state: await afterSettling(scope, state, plan) } : chosen
}

function choosePlan(set: Moved<SubscriptionRow>, circumstances: Circumstances): Moved<SubscriptionRow> {
  const chosen = afterEvent(set.state, 'plan-chosen', circumstances)
  return { ...chosen, toInvoice: chosen.toInvoice ?? set.toInvoice }
}

/** The fields of a change that an audit record shows. */
function pick(state: SubscriptionState): Partial<SubscriptionState> {
  const { status, planId, currentPeriodStart, currentPeriodEnd, graceEndsAt, pendingUpgradePlanId } = state
  const { billingEmail, cancelAtPeriodEnd } = state
  return {
    status,
    planId,
    currentPeriodStart,
    currentPeriodEnd,
    graceEndsAt,
    pendingUpgradePlanId,
    billingEmail,
    cancelAtPeriodEnd,
  }
}
