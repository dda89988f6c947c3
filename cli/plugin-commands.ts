import type { Command } from 'commander'
import { plugins } from '#config/plugins.ts'
import { describePlugins } from '#core/server/platform.ts'
import { sentenceOf } from './failure.ts'
import { withPlatform } from './run.ts'
import { inspectEnvironment } from './environment.ts'

/** Adds the commands of the plugins that are on. Where they cannot be assembled, says why and leaves them out. */
export function addPluginCommands(cli: Command): void {
  try {
    const parts = describePlugins(inspectEnvironment(), plugins)
    for (const { commands } of parts.values()) {
      commands?.(cli, (work, beforeStart) => withPlatform(({ core }) => work(core), { beforeStart }))
    }
  } catch (error) {
    console.error(`${sentenceOf(error)}\nThe commands of the plugins are left out.`)
  }
}
