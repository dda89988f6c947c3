import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Core } from '../core.ts'
import { statement } from '../database/statement.ts'
import { systemActor } from '../identity/actor.ts'

/** Messages per second that all nodes together send. */
const MESSAGES_PER_SECOND = 10

// After an idle time, the messages of one second may be sent at once.
const claimTurn = statement(
  z.object({ wait: z.number() }),
  `update mail_pace set due_at = greatest(due_at, clock_timestamp() - interval '1 second')
       + interval '1 second' / ${MESSAGES_PER_SECOND}
   returning (extract(epoch from due_at - clock_timestamp()) * 1000)::float8 as wait`,
)

/** Waits until one more message may be sent. */
export async function waitForTurn(core: Core): Promise<void> {
  const [turn] = await core.db.platform(systemActor, (scope) => scope.rows(claimTurn))
  if (turn && turn.wait > 0) await pause(turn.wait)
}
