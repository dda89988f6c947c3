import { countText } from '#core/server/texts.ts'
import type { Command } from 'commander'
import { plugins } from '#config/plugins.ts'
import { assemble, dependenciesOf } from '#core/server/assembly.ts'
import { describePlugins } from '#core/server/platform.ts'
import { columns, JSON_FLAG, print, type OutputOptions } from '../output.ts'
import { inspectEnvironment } from '../environment.ts'

export function addPlugins(cli: Command): void {
  const command = cli.command('plugins').description('what config/plugins.ts lists')
  command
    .command('list')
    .description('list the plugins, in the order in which they are assembled')
    .option(...JSON_FLAG)
    .action((options: OutputOptions) => {
      const rows = listPlugins()
      print(options, rows, () =>
        columns(
          rows.map(({ id, on, dependsOn, optional, endpoints, jobs }) => [
            id,
            on ? 'on' : 'off',
            countText(endpoints, 'endpoint'),
            countText(jobs, 'job'),
            [
              dependsOn.length ? `needs ${dependsOn.join(', ')}` : '',
              optional.length ? `uses ${optional.join(', ')} if on` : '',
            ]
              .filter(Boolean)
              .join('; '),
          ]),
        ),
      )
    })
  command
    .command('check')
    .description('check that the plugins that are on can work together')
    .option(...JSON_FLAG)
    .action((options: OutputOptions) => {
      const on = [...describePlugins(inspectEnvironment(), plugins).keys()]
      print(options, { on }, () => [`${countText(on.length, 'plugin')} on: ${on.join(', ')}`])
    })
}

function listPlugins() {
  const env = inspectEnvironment()
  const parts = describePlugins(env, plugins)
  return assemble(plugins).map((plugin) => {
    const part = parts.get(plugin.id)
    const dependencies = dependenciesOf(plugin)
    return {
      id: plugin.id,
      on: part !== undefined,
      dependsOn: dependencies.filter(({ required }) => required).map((dependency) => dependency.plugin.id),
      optional: dependencies.filter(({ required }) => !required).map((dependency) => dependency.plugin.id),
      endpoints: (part?.routes ?? []).reduce((sum, { contract }) => sum + Object.keys(contract).length, 0),
      jobs: part?.jobs?.length ?? 0,
    }
  })
}
