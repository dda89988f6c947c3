import type { PlanUpgrades, PlatformScope } from '#core/server/core.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import type { LargerPlan, NoUpgrade, Usage } from '#core/server/plan-limits.ts'
import { z } from 'zod'
import type { Billing, Plan, UpgradeState } from './billing.ts'
import { recordScheduled } from './check.ts'
import { cheapestThatFits, firstExcess } from './needed-upgrades.ts'
import { sendNotifications } from './notifications.ts'
import { logUpgrades } from './upgrade-logs.ts'

/** Emails pending notifications at once, instead of with the next cycle. */
export const announceJob = (billing: Billing) =>
  defineJob({
    name: 'automation.announce',
    scope: 'none',
    payload: z.object({}),
    run: async (core) => {
      await sendNotifications(core, billing)
    },
  })

/** Lets acts pass a limit of their plan where a larger one follows, and announces it in their transaction. */
export function planUpgrades(billing: Billing, announcing: ReturnType<typeof announceJob>): PlanUpgrades {
  return {
    find: async (scope, tenantId, usage) => {
      const found = await findUpgrade(scope, billing, tenantId, usage)
      return typeof found === 'string' ? found : toLargerPlan(found)
    },
    announce: async (scope, tenantId, usage) => {
      const found = await findUpgrade(scope, billing, tenantId, usage)
      if (typeof found === 'string') return false
      const { state, plan, target, effectiveDate } = found
      const { subscriptionId, planId: fromPlanId } = state
      const upgrade = { subscriptionId, fromPlanId, toPlanId: target.id, effectiveDate }
      const scheduled = await billing.schedulePlanUpgrades(scope, [upgrade])
      if (scheduled.length === 0) return false
      const needed = [{ ...state, usage, plan, target, reason: firstExcess(billing, usage, plan) }]
      const dates = new Map([[subscriptionId, effectiveDate]])
      // The upgrade is the platform's act, not of the person who went over the limit.
      await recordScheduled({ ...scope, actor: systemActor }, needed, dates)
      await logUpgrades(scope, needed, { upgradeType: 'automatic', dates })
      await scope.core.jobs.send(scope, announcing, {})
      return true
    },
  }
}

interface FoundUpgrade {
  state: UpgradeState
  plan: Plan
  target: Plan
  effectiveDate: string
}

async function findUpgrade(
  scope: PlatformScope,
  billing: Billing,
  tenantId: string,
  usage: Usage,
): Promise<FoundUpgrade | NoUpgrade> {
  const state = await billing.upgradeStateOf(scope, tenantId)
  if (!state) return 'no-plan'
  if (state.pendingUpgradePlanId !== null) return 'announced'
  if (state.status === 'trialing') return 'trial'
  if (state.status !== 'active' || state.cancelAtPeriodEnd) return 'inactive'
  if (!state.autoUpgradeEnabled) return 'declined'
  const plans = await billing.readPlans(scope)
  const plan = plans.get(state.planId)
  const full = await billing.readFullPlans(scope)
  const free = [...plans.values()].filter(({ id }) => !full.has(id))
  const target = plan && cheapestThatFits(billing, free, plan, usage)
  if (!plan || !target) return 'no-plan'
  return { state, plan, target, effectiveDate: await effectiveDateOf(scope, state) }
}

/** The end of the present period. One that is over and not renewed yet would bring the upgrade without notice. */
async function effectiveDateOf({ core, ...scope }: PlatformScope, state: UpgradeState): Promise<string> {
  const now = core.clock.now()
  if (Date.parse(state.currentPeriodEnd) > now.getTime()) return state.currentPeriodEnd
  const periods = await core.limits.plans?.periodsOf({ core, ...scope }, [state.tenantId])
  return periods?.get(state.tenantId)?.(now).end.toISOString() ?? state.currentPeriodEnd
}

function toLargerPlan({ state, target, effectiveDate }: FoundUpgrade): LargerPlan {
  const interval = target.billingInterval === 'monthly' ? 'month' : 'year'
  return {
    name: target.name,
    displayName: target.displayName,
    price: `${target.price.toString()}/${interval}`,
    effectiveDate,
    timeZone: state.timeZone,
    tenantName: state.tenantName,
  }
}
