import { Command } from 'commander'
import { RELEASE } from '#core/server/version.ts'

type Add = (cli: Command) => void

/** Each command with where it is. Only the one that is asked for is loaded, since all of them reach half the server. */
const commands: Record<string, () => Promise<Add>> = {
  start: async () => (await import('./commands/start.ts')).addStart,
  dev: async () => (await import('./commands/dev.ts')).addDev,
  build: async () => (await import('./commands/build.ts')).addBuild,
  serve: async () => (await import('./commands/serve.ts')).addServe,
  work: async () => (await import('./commands/work.ts')).addWork,
  migrate: async () => (await import('./commands/migrate.ts')).addMigrate,
  seed: async () => (await import('./commands/seed.ts')).addSeed,
  'create-admin': async () => (await import('./commands/create-admin.ts')).addCreateAdmin,
  'reset-second-factor': async () => (await import('./commands/reset-second-factor.ts')).addResetSecondFactor,
  doctor: async () => (await import('./commands/doctor.ts')).addDoctor,
  plugins: async () => (await import('./commands/plugins.ts')).addPlugins,
  texts: async () => (await import('./commands/texts.ts')).addTexts,
  'new-plugin': async () => (await import('./commands/new-plugin.ts')).addNewPlugin,
}

/** `platform-cli` with the command that the words ask for, or with all of them and those of the plugins that are on. */
export async function createProgram(words: readonly string[]): Promise<Command> {
  const cli = new Command('platform-cli')
    .description('Runs and looks after the platform.')
    .version(RELEASE)
    .exitOverride()
    .showHelpAfterError('(platform-cli --help lists the commands; each of them has --help too)')
  const asked = words.find((word) => !word.startsWith('-'))
  const load = Object.hasOwn(commands, asked ?? '') ? commands[asked ?? ''] : undefined
  if (load) {
    const add = await load()
    add(cli)
    return cli
  }
  if (words.length === 1 && ['-V', '--version'].includes(words[0] ?? '')) return cli
  for (const add of await Promise.all(Object.values(commands).map((load) => load()))) add(cli)
  const { addPluginCommands } = await import('./plugin-commands.ts')
  addPluginCommands(cli)
  return cli
}
