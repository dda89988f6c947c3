import { plugins } from '#config/plugins.ts'
import type { Env } from '#config/env.ts'
import { startPlatform, stopOnSignal, type RunningPlatform, type StartOptions } from '#core/server/process.ts'
import { sentenceOf } from './failure.ts'
import { stopWithParent } from './parent.ts'
import { logDestination } from './readable-log.ts'

/** Runs a node of the platform until a signal ends it. */
export async function runNode(env: Env, options: Omit<StartOptions, 'failed'>): Promise<RunningPlatform> {
  const starting = startPlatform(env, plugins, { logTo: logDestination(), failed: endWith, ...options })
  stopWithParent()
  // Also while it starts, so that a database that was started is not left behind.
  stopOnSignal(async () => {
    try {
      await (await starting).close()
    } catch (error) {
      console.error(sentenceOf(error))
      throw error
    }
  }, env.stopDelay)
  return starting
}

/** Ends the process at once, since no work in progress could be finished: a service manager may restart it. */
function endWith(error: unknown): never {
  console.error(sentenceOf(error))
  process.exit(1)
}
