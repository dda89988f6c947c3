import { z } from 'zod'
import { GIGABYTE } from '#core/contract/sizes.ts'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, invalidField, notFound } from '#core/server/errors.ts'
import { emit } from '#core/server/events/events.ts'
import { usageOf, type Usage } from '#core/server/limits.ts'
import { refuseFullPlan } from '#core/server/plan-places.ts'
import type { PlanLimits } from '../../plans/contract.ts'
import { subscriptionsChanged } from '../../shared/server/events.ts'
import { invoiceOf, issueInvoices } from '../../invoices/server/invoicing.ts'
import { readCircumstances } from './circumstances.ts'
import { afterEvent, isBeforeFirstPeriod, withPlan } from './lifecycle.ts'
import { lockedPlans, isFree, type Plan } from '../../plans/server/rows.ts'
import { lockedById, recordBatch, saveSubscriptions, type SubscriptionRow } from './rows.ts'

const BATCH_SIZE = 500
const MAX_NAMED = 5

/** Which limits of a plan a use exceeds. */
export function exceededLimits(usage: Usage, { maxUsers, maxSessions, maxStorage }: PlanLimits): (keyof Usage)[] {
  const limits = { users: maxUsers, sessions: maxSessions, storage: maxStorage === null ? null : maxStorage * GIGABYTE }
  return (['users', 'sessions', 'storage'] as const).filter((name) => {
    const limit = limits[name]
    return limit !== null && usage[name] > limit
  })
}

const lockSubscriptions = statement(
  z.object({ id: z.string(), tenantId: z.string(), tenantName: z.string(), isComing: z.boolean() }),
  `select s.id, s.tenant_id as "tenantId", t.name as "tenantName",
        coalesce(s.pending_upgrade_plan_id = $2, false) as "isComing" from subscriptions s
       join tenants t on t.id = s.tenant_id
      where s.plan_id = $1 and s.status <> 'canceled' order by s.id for no key update of s`,
)

/**
 * Moves every subscriber of a plan to another, all or none. Limits hold at once; the rest of the period is invoiced where
 * the plan is dearer, else the price counts from the next invoice.
 * @throws invalid at `toPlanId` for the plan itself and for an inactive one; plan.too-small 409 with the names of those
 *   whose use does not fit; tenants.plan-full 409 where it has too few places
 */
export async function migratePlan(
  scope: PlatformScope,
  fromPlanId: string,
  toPlanId: string,
): Promise<{ migratedCount: number }> {
  if (fromPlanId === toPlanId) throw invalidField('toPlanId', 'Please select another plan')
  const plans = await lockedPlans(scope)
  const [from, to] = [plans.get(fromPlanId), plans.get(toPlanId)]
  if (!from || !to) throw notFound('Plan')
  if (!to.isActive) throw invalidField('toPlanId', `The plan ${to.displayName} is inactive`)
  const ids = await scope.rows(lockSubscriptions, [fromPlanId, toPlanId])
  await refuseTooSmall(scope, to, ids)
  await refuseFullPlan(scope, to.name, { adding: ids.filter(({ isComing }) => !isComing).length, field: 'toPlanId' })
  for (let done = 0; done < ids.length; done += BATCH_SIZE) {
    await moveBatch(
      scope,
      to,
      ids.slice(done, done + BATCH_SIZE).map(({ id }) => id),
    )
  }
  return { migratedCount: ids.length }
}

async function moveBatch(scope: PlatformScope, to: Plan, ids: readonly string[]): Promise<void> {
  const rows = await lockedById(scope, ids)
  const circumstancesOf = await readCircumstances(scope, rows)
  const chosen = rows.map((row) => {
    const planned = withPlan(row, to.id)
    // A trial goes on unless there is nothing to pay after it.
    return isBeforeFirstPeriod(row) && !isFree(to)
      ? { state: planned, toInvoice: null }
      : afterEvent(planned, 'plan-chosen', circumstancesOf(row, to))
  })
  await issueInvoices(
    scope,
    chosen.flatMap((move) => invoiceOf(move, to)),
  )
  const moved = chosen.map(({ state }) => state)
  await saveSubscriptions(scope, moved)
  await recordBatch(scope, 'plan.migrated', `Moved the subscription to the plan ${to.displayName}`, moved, () => ({
    toPlan: to.name,
  }))
  await emitChanged(scope, moved)
}

async function refuseTooSmall(
  scope: PlatformScope,
  plan: Plan,
  subscribers: readonly { tenantId: string; tenantName: string }[],
): Promise<void> {
  const tooLarge: string[] = []
  for (let done = 0; done < subscribers.length; done += BATCH_SIZE) {
    const batch = subscribers.slice(done, done + BATCH_SIZE)
    const usage = await usageOf(
      scope,
      batch.map(({ tenantId }) => tenantId),
    )
    tooLarge.push(
      ...batch
        .filter(({ tenantId }) => exceededLimits(usage.get(tenantId) as Usage, plan).length > 0)
        .map(({ tenantName }) => tenantName),
    )
  }
  if (tooLarge.length === 0) return
  const more = tooLarge.length > MAX_NAMED ? ` and ${tooLarge.length - MAX_NAMED} more` : ''
  const message = `The plan ${plan.displayName} is too small for ${tooLarge.slice(0, MAX_NAMED).join(', ')}${more}`
  throw new AppError('plan.too-small', 409, message, { details: { organizations: tooLarge.slice(0, 100) } })
}

/** Refuses a plan that is inactive, full or too small for an organization, at `planId`. */
export async function checkPlan(
  scope: PlatformScope,
  plan: Plan | undefined,
  subscription: SubscriptionRow,
): Promise<Plan> {
  if (!plan) throw invalidField('planId', 'Please select a plan')
  if (!plan.isActive) throw invalidField('planId', `The plan ${plan.displayName} is inactive`)
  await refuseTooSmall(scope, plan, [subscription])
  // One that will move to it by itself has its place already.
  const adding = subscription.pendingUpgradePlanId === plan.id ? 0 : 1
  await refuseFullPlan(scope, plan.name, { adding, field: 'planId' })
  return plan
}

/** Subscriptions as events name them. */
export const toEventPayload = (concerned: readonly Pick<SubscriptionRow, 'id' | 'tenantId'>[]) => ({
  subscriptions: concerned.map(({ id, tenantId }) => ({ subscriptionId: id, tenantId })),
})

/** In batches of at most 500, as the event says. */
export async function emitChanged(
  scope: PlatformScope,
  changed: readonly Pick<SubscriptionRow, 'id' | 'tenantId'>[],
): Promise<void> {
  if (changed.length > 0) await emit(scope, subscriptionsChanged, toEventPayload(changed))
}
