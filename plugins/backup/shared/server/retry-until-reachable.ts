import { setTimeout as pause } from 'node:timers/promises'
import { isDatabaseUnavailable } from '#core/server/errors.ts'

/** Milliseconds that a database may take to come back before what was left in it is left for the next start. */
const REACHABLE_TIMEOUT_MS = 30_000

/** Tries again while the database is away, for half a minute; gives up silently then. */
export async function retryUntilReachable(work: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + REACHABLE_TIMEOUT_MS
  for (;;) {
    try {
      await work()
      return
    } catch (error) {
      if (!isDatabaseUnavailable(error) || Date.now() > deadline) return
      await pause(500)
    }
  }
}
