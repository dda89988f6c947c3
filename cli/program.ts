import { Command } from 'commander'
import { VERSION } from '#core/server/version.ts'
import { addBuild } from './commands/build.ts'
import { addCreateAdmin } from './commands/create-admin.ts'
import { addDev } from './commands/dev.ts'
import { addDoctor } from './commands/doctor.ts'
import { addMigrate } from './commands/migrate.ts'
import { addNewPlugin } from './commands/new-plugin.ts'
import { addPlugins } from './commands/plugins.ts'
import { addSeed } from './commands/seed.ts'
import { addServe } from './commands/serve.ts'
import { addStart } from './commands/start.ts'
import { addWork } from './commands/work.ts'
import { addPluginCommands } from './plugin-commands.ts'

const commands = [
  addDoctor,
  addStart,
  addDev,
  addBuild,
  addServe,
  addWork,
  addMigrate,
  addSeed,
  addCreateAdmin,
  addPlugins,
  addNewPlugin,
]

/** `platform-cli` with its own commands and those of the plugins that are on. */
export function createProgram(words: readonly string[]): Command {
  const cli = new Command('platform-cli')
    .description('Runs and looks after the platform.')
    .version(VERSION)
    .exitOverride()
    .showHelpAfterError('(platform-cli --help lists the commands; each of them has --help too)')
  for (const add of commands) add(cli)
  if (mayConcernPlugins(cli, words)) addPluginCommands(cli)
  return cli
}

/** A start need not look through the plugins for commands, and works when their commands do not. */
function mayConcernPlugins(cli: Command, words: readonly string[]): boolean {
  const first = words.find((word) => !word.startsWith('-'))
  return !cli.commands.some((command) => command.name() === first)
}
