import { entitlementKeys } from '#core/contract/entitlements.ts'
import type { PlatformScope } from '#core/server/core.ts'
import type { Usage } from '#core/server/plan-limits.ts'
import type { UpgradeReason } from '../contract.ts'
import type { Billing, Plan, UpgradeCandidate } from './billing.ts'

/** A subscription whose organization uses more than its plan allows. */
export interface NeededUpgrade extends UpgradeCandidate {
  reason: UpgradeReason
  plan: Plan
  /** null where no plan is large enough. */
  target: Plan | null
}

/** A page of subscriptions that were looked at; `last` is null after the end. */
export interface LookedAt {
  candidates: UpgradeCandidate[]
  last: string | null
  needed: NeededUpgrade[]
}

const reasons = {
  users: 'user_limit_exceeded',
  sessions: 'session_limit_exceeded',
  storage: 'storage_limit_exceeded',
} as const

/** Compares the use of up to `limit` subscriptions after an id with the limits of their plans, with a few queries. */
export async function findNeededUpgrades(
  scope: PlatformScope,
  billing: Billing,
  { after, limit }: { after: string | null; limit: number },
): Promise<LookedAt> {
  const plans = [...(await billing.readPlans(scope)).values()]
  const full = await billing.readFullPlans(scope)
  const free = plans.filter(({ id }) => !full.has(id))
  const byId = new Map(plans.map((plan) => [plan.id, plan]))
  const found = await billing.upgradeCandidates(scope, { after, limit })
  const now = scope.core.clock.now().getTime()
  // A period that is over is renewed first: an upgrade at its end would come without notice.
  const candidates = found.filter(({ currentPeriodEnd }) => Date.parse(currentPeriodEnd) > now)
  return {
    candidates,
    last: found.length === limit ? (found.at(-1)?.subscriptionId ?? null) : null,
    needed: candidates.flatMap((candidate) => {
      const plan = byId.get(candidate.planId)
      if (!plan || billing.exceeded(candidate.usage, plan).length === 0) return []
      const { usage } = candidate
      const target = cheapestThatFits(billing, free, plan, usage)
      return [{ ...candidate, plan, reason: firstExcess(billing, usage, plan), target }]
    }),
  }
}

/** The first limit of the plan that a use exceeds; users where there is none. */
export function firstExcess(billing: Billing, usage: Usage, plan: Plan): UpgradeReason {
  return reasons[billing.exceeded(usage, plan)[0] ?? 'users']
}

/** True where an upgrade takes no feature away. */
const includesAllOf = ({ entitlements }: Plan, from: Plan) =>
  entitlements === null || (from.entitlements ?? entitlementKeys).every((key) => entitlements.includes(key))

/**
 * The cheapest active plan with the same interval and currency that a use fits and that includes what the present one
 * does; a trial is no plan to upgrade to.
 */
export function cheapestThatFits(billing: Billing, plans: readonly Plan[], from: Plan, usage: Usage): Plan | null {
  const [cheapest = null] = plans
    .filter(
      (plan) =>
        plan.isActive &&
        plan.name !== 'trial' &&
        plan.billingInterval === from.billingInterval &&
        plan.currency === from.currency &&
        includesAllOf(plan, from) &&
        billing.exceeded(usage, plan).length === 0,
    )
    .toSorted((a, b) => a.price.compare(b.price) || a.sortOrder - b.sortOrder || (a.id < b.id ? -1 : 1))
  return cheapest
}
