import type { Command } from 'commander'
import type { Host } from '#core/contract/tenancy.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { resetSecondFactor } from '#core/server/identity/second-factor/reset.ts'
import { accountsByEmail, type Account } from '#core/server/identity/users.ts'
import { listText } from '#core/server/texts.ts'
import { CommandFailure } from '../failure.ts'
import { JSON_FLAG, print, type OutputOptions } from '../output.ts'
import { ask } from '../prompt.ts'
import { withPlatform } from '../run.ts'

interface Options extends OutputOptions {
  organization?: string
  yes?: boolean
}

export function addResetSecondFactor(cli: Command): void {
  cli
    .command('reset-second-factor')
    .argument('<email>', 'address of the account')
    .description('remove authenticator app, passkeys and recovery codes of a user who has lost them')
    .option('--organization <subdomain>', 'the organization that the account belongs to; a super admin otherwise')
    .option('--yes', 'do not ask')
    .option(...JSON_FLAG)
    .addHelpText(
      'after',
      '\nTheir password stays, their sessions end, and they are notified by email. Be sure who is asking.',
    )
    .action(reset)
}

async function reset(email: string, options: Options): Promise<void> {
  const done = await withPlatform(async ({ core }) => {
    const subdomain = options.organization?.toLowerCase()
    const host: Host = subdomain === undefined ? { app: 'platform' } : { app: 'tenant', subdomain }
    const accounts = await core.db.platform(systemActor, (scope) => accountsByEmail(scope, email, host))
    const account = chosen(accounts, email, options.organization)
    if (!options.yes) await confirmAtTerminal(account)
    await core.db.platform(systemActor, (scope) => resetSecondFactor(scope, account.id))
    return { id: account.id, email: account.email, organization: account.subdomain }
  })
  print(options, done, () => [
    `${done.email} signs in with the password alone from now on, and was signed out everywhere.`,
  ])
}

function chosen(accounts: readonly Account[], email: string, organization: string | undefined): Account {
  const wanted = organization?.toLowerCase() ?? null
  const account = accounts.find(({ subdomain }) => subdomain === wanted)
  if (account) return account
  const others = accounts.map(({ subdomain }) => (subdomain === null ? 'the platform' : subdomain))
  throw new CommandFailure(
    `There is no ${wanted === null ? `super admin ${email}` : `${email} in ${wanted}`}.` +
      (others.length > 0 ? ` The address has an account in ${listText(others)}.` : ''),
  )
}

async function confirmAtTerminal({ email, firstName, lastName, tenantName }: Account): Promise<void> {
  if (!process.stdin.isTTY) throw new CommandFailure('This takes away what protects the account. To mean it: --yes')
  const who = `${firstName} ${lastName} (${email}, ${tenantName ?? 'super admin'})`
  const answer = await ask(`Remove all second factors of ${who}? Type yes: `)
  if (answer.trim().toLowerCase() !== 'yes') throw new CommandFailure('Nothing was changed')
}
