import type { Core, PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import type { AutomationRun, CycleOutcome, RunTrigger } from '../contract.ts'

const nothingYet: CycleOutcome = { periods: null, states: null, check: null, notifications: null }

/** Writes down that a run began, in a transaction of its own: one that is killed is seen. */
export function beginRun(core: Core, trigger: RunTrigger): Promise<string> {
  return core.db.platform(systemActor, async ({ trx }) => {
    const [run] = (await trx('automation_runs').insert({ trigger, startedAt: core.clock.now(), outcome: nothingYet }, [
      'id',
    ])) as [{ id: string }]
    return run.id
  })
}

const noteRunStatement = statement('update automation_runs set outcome = $2, finished_at = $3 where id = $1')

/** Writes down how far a run has come. */
export async function noteRun(
  scope: PlatformScope,
  id: string,
  outcome: CycleOutcome,
  isFinished: boolean,
): Promise<void> {
  await scope.rows(noteRunStatement, [
    id,
    JSON.stringify(outcome),
    isFinished ? scope.core.clock.now().toISOString() : null,
  ])
}

export async function lastRun({ rows }: PlatformScope): Promise<AutomationRun | null> {
  const [run] = await rows<AutomationRun>(
    'automation.lastRun',
    `select trigger, started_at as "startedAt", finished_at as "finishedAt", outcome from automation_runs
      order by started_at desc, id desc limit 1`,
  )
  return run ?? null
}
