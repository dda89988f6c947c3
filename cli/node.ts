import { plugins } from '#config/plugins.ts'
import type { Env } from '#config/env.ts'
import { startPlatform, stopOnSignal, type RunningPlatform, type StartOptions } from '#core/server/process.ts'
import { sentenceOf } from './failure.ts'
import { logDestination } from './readable-log.ts'

/** Runs a node of the platform until a signal ends it. */
export async function runNode(env: Env, options: StartOptions): Promise<RunningPlatform> {
  const starting = startPlatform(env, plugins, { logTo: logDestination(), ...options })
  // Also while it starts, so that a database that was started is not left behind.
  stopOnSignal(async () => {
    try {
      await (await starting).close()
    } catch (error) {
      console.error(sentenceOf(error))
      throw error
    }
  })
  return starting
}
