import type { Command } from 'commander'
import { JSON_FLAG, print, type OutputOptions } from '#cli/output.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import type { CommandRunner } from '#core/server/plugin.ts'
import { rotateKey } from './keys.ts'

/** Adds the command `credentials rotate-key`. */
export function addCredentialCommands(cli: Command, run: CommandRunner): void {
  const credentials = cli.command('credentials').description('what signs certificates for programs (Open Badges)')
  credentials
    .command('rotate-key')
    .description('sign with a new key from now on; what was signed before stays valid')
    .option(...JSON_FLAG)
    .addHelpText(
      'after',
      '\nThe private half lies under DATA_DIR, sealed with SESSION_KEY. Run it where the platform runs.',
    )
    .action((options: OutputOptions) =>
      run(async (core) => {
        const made = await core.db.platform(systemActor, rotateKey)
        print(options, made, ({ id }) => [`The key ${id} signs from now on. Those before stay published.`])
      }),
    )
}
