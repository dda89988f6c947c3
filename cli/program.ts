import { Command } from 'commander'
import { VERSION } from '#core/server/version.ts'
import { addStart } from './commands/start.ts'

/** `platform-cli` with the commands of the platform and of the plugins that are on. */
export async function createProgram(_words: readonly string[]): Promise<Command> {
  const cli = new Command('platform-cli')
    .description('Runs and looks after the platform.')
    .version(VERSION)
    .exitOverride()
    .showHelpAfterError('(platform-cli --help lists the commands, platform-cli <command> --help explains one)')
  addStart(cli)
  return cli
}
