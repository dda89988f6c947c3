import { record, recordAll } from '#core/server/audit.ts'
import type { Core, PlatformScope } from '#core/server/core.ts'
import { type Actor, systemActor } from '#core/server/identity/actor.ts'
import type { CheckOutcome, UpgradeType } from '../contract.ts'
import type { Billing } from './billing.ts'
import { lockAutomation } from './lock.ts'
import { findNeededUpgrades, type LookedAt, type NeededUpgrade } from './needed-upgrades.ts'
import { logUpgrades } from './upgrade-logs.ts'

/** Subscriptions of one transaction: their rows are what memory holds. */
const BATCH_SIZE = 500

/**
 * Looks at every subscription that may be upgraded by itself, batch after batch in the order of their ids, and sets the
 * upgrades that are needed, effective with the next period. What was set or reported before is left alone, so that it
 * can be repeated, interrupted, and run on two nodes at once.
 */
export async function checkUpgrades(core: Core, billing: Billing, upgradeType: UpgradeType): Promise<CheckOutcome> {
  const outcome = { examined: 0, upgrades: 0, withoutPlan: 0 }
  let after: string | null = null
  do {
    const from: string | null = after
    const batch: Batch = await core.db.platform(systemActor, (scope) => checkBatch(scope, billing, upgradeType, from))
    outcome.examined += batch.examined
    outcome.upgrades += batch.upgrades
    outcome.withoutPlan += batch.withoutPlan
    after = batch.last
  } while (after !== null)
  return outcome
}

interface Batch extends CheckOutcome {
  last: string | null
}

async function checkBatch(
  scope: PlatformScope,
  billing: Billing,
  upgradeType: UpgradeType,
  after: string | null,
): Promise<Batch> {
  await lockAutomation(scope)
  const { candidates, last, needed } = await findNeededUpgrades(scope, billing, { after, limit: BATCH_SIZE })
  const possible = needed.flatMap(({ subscriptionId, planId, target }) =>
    target ? [{ subscriptionId, fromPlanId: planId, toPlanId: target.id }] : [],
  )
  const scheduled = await billing.schedulePlanUpgrades(scope, possible)
  const dates = new Map(scheduled.map(({ subscriptionId, effectiveDate }) => [subscriptionId, effectiveDate]))
  await recordScheduled(scope, needed, dates)
  await logUpgrades(
    scope,
    needed.filter(({ subscriptionId }) => dates.has(subscriptionId)),
    { upgradeType, dates },
  )
  const withoutPlan = await logUpgrades(
    scope,
    needed.filter(({ target }) => target === null),
    { upgradeType, dates },
  )
  await billing.noteUsageChecked(
    scope,
    candidates.map(({ subscriptionId }) => subscriptionId),
  )
  return { examined: candidates.length, upgrades: scheduled.length, withoutPlan, last }
}

/** For each organization by itself, whose admins see their own. */
export async function recordScheduled(
  scope: PlatformScope,
  needed: readonly NeededUpgrade[],
  dates: ReadonlyMap<string, string>,
): Promise<void> {
  await recordAll(
    scope,
    needed.flatMap(({ subscriptionId, tenantId, tenantName, reason, target }) => {
      const upgradeEffectiveDate = dates.get(subscriptionId)
      if (!target || !upgradeEffectiveDate) return []
      return {
        action: 'subscription.upgrade-scheduled',
        category: 'billing' as const,
        description: `Scheduled the upgrade of ${tenantName} to ${target.displayName}`,
        resource: 'subscription',
        resourceId: subscriptionId,
        tenantId,
        after: { pendingUpgradePlan: target.name, upgradeEffectiveDate },
        metadata: { reason },
      }
    }),
  )
}

/** Finds the upgrades that a check would set now, without setting them. */
export async function previewUpgrades(core: Core, billing: Billing): Promise<NeededUpgrade[]> {
  const all: NeededUpgrade[] = []
  let after: string | null = null
  do {
    const from: string | null = after
    const { last, needed }: LookedAt = await core.db.platform(systemActor, (scope) =>
      findNeededUpgrades(scope, billing, { after: from, limit: BATCH_SIZE }),
    )
    all.push(...needed)
    after = last
  } while (after !== null)
  return all
}

/** Checks, and keeps on record who has asked for it. */
export async function checkOnRequest(core: Core, billing: Billing, actor: Actor): Promise<CheckOutcome> {
  const outcome = await checkUpgrades(core, billing, 'manual')
  await core.db.platform(actor, (scope) =>
    record(scope, {
      action: 'automation.checked',
      category: 'billing',
      description: 'Checked subscriptions for upgrades',
      resource: 'automation',
      metadata: { ...outcome },
    }),
  )
  return outcome
}
