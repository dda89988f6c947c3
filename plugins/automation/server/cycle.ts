import { z } from 'zod'
import { record } from '#core/server/audit.ts'
import type { Core } from '#core/server/core.ts'
import { type Actor, systemActor } from '#core/server/identity/actor.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { type CycleOutcome, type CycleStage, cycleStages, type RunTrigger } from '../contract.ts'
import type { Billing } from './billing.ts'
import { checkUpgrades } from './check.ts'
import { sendNotifications } from './notifications.ts'
import { beginRun, noteRun } from './runs.ts'

type Stages = { [Stage in CycleStage]: () => Promise<NonNullable<CycleOutcome[Stage]>> }

function stagesOf(core: Core, billing: Billing, trigger: RunTrigger): Stages {
  return {
    periods: async () => {
      const { rolledOver, upgrades, invoiced, canceled } = await billing.rollOverDue(core)
      return { renewed: rolledOver, upgraded: upgrades.length, invoiced, canceled }
    },
    states: async () => {
      const { trialsEnded, becamePastDue, becameReadOnly } = await billing.moveStates(core)
      return { trialsEnded, pastDue: becamePastDue, readOnly: becameReadOnly }
    },
    // After the periods: what it finds is for the period that has just begun, and a second cycle finds nothing new.
    check: () => checkUpgrades(core, billing, trigger === 'schedule' ? 'automatic' : 'manual'),
    notifications: async () => ({ sent: await sendNotifications(core, billing) }),
  }
}

interface RunOptions {
  trigger: RunTrigger
  actor?: Actor
  /** Hears of each stage once it is done. What it throws ends the run there. */
  onStage?: (stage: CycleStage, outcome: CycleOutcome) => void
}

/**
 * The whole cycle. Each stage works in batches, and each batch is a transaction that leaves nothing due of what it did:
 * a run may be killed at any point, repeated, or meet another one on another node, and ends in the same state.
 */
export async function runCycle(
  core: Core,
  billing: Billing,
  { trigger, actor = systemActor, onStage }: RunOptions,
): Promise<CycleOutcome> {
  const run = await beginRun(core, trigger)
  const stages = stagesOf(core, billing, trigger)
  const outcome: CycleOutcome = { periods: null, states: null, check: null, notifications: null }
  for (const stage of cycleStages) {
    Object.assign(outcome, { [stage]: await stages[stage]() })
    const isFinished = stage === cycleStages.at(-1)
    await core.db.platform(actor, async (scope) => {
      await noteRun(scope, run, outcome, isFinished)
      if (!isFinished) return
      await record(scope, {
        action: 'automation.ran',
        category: 'billing',
        description: 'Ran the subscription automation',
        resource: 'automation',
        resourceId: run,
        metadata: { trigger, ...outcome },
      })
    })
    onStage?.(stage, outcome)
  }
  return outcome
}

/** Every 24 hours (spec part 1, section 9). */
const CYCLE_HOUR = 3

export const cycleJob = (billing: Billing) =>
  defineJob({
    name: 'automation.cycle',
    scope: 'none',
    payload: z.object({}),
    schedule: { cron: `0 ${CYCLE_HOUR} * * *`, tz: 'UTC' },
    run: async (core) => {
      await runCycle(core, billing, { trigger: 'schedule' })
    },
  })

/** Time at which the job is due next. */
export function nextCycle(now: Date): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), CYCLE_HOUR)
  return new Date(today > now.getTime() ? today : today + 86_400_000)
}
