import type { Core, PlatformScope } from '#core/server/core.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import type { AutomationRun, CycleOutcome, RunTrigger } from '../contract.ts'
import { RunModel } from './run.ts'

const nothingYet: CycleOutcome = { periods: null, states: null, check: null, notifications: null }

/** Writes down that a run began, in a transaction of its own: one that is killed is seen. */
export function beginRun(core: Core, trigger: RunTrigger): Promise<string> {
  const run = { trigger, startedAt: core.clock.now().toISOString(), outcome: nothingYet }
  return core.db.platform(systemActor, async ({ trx }) => (await RunModel.query(trx).insert(run)).id)
}

/** Writes down how far a run has come. */
export async function noteRun(
  { core, trx }: PlatformScope,
  id: string,
  outcome: CycleOutcome,
  isFinished: boolean,
): Promise<void> {
  const finishedAt = isFinished ? core.clock.now().toISOString() : null
  await RunModel.query(trx).findById(id).patch({ outcome, finishedAt })
}

export async function lastRun({ trx }: PlatformScope): Promise<AutomationRun | null> {
  return (await RunModel.query(trx).orderBy('startedAt', 'desc').orderBy('id', 'desc').first()) ?? null
}
