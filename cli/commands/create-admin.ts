import { createInterface } from 'node:readline/promises'
import { InvalidArgumentError, type Command } from 'commander'
import type { z } from 'zod'
import { email, password, requiredText } from '#core/contract/fields.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { checkNewPassword, issuePassword } from '#core/server/identity/passwords.ts'
import { createSuperAdmin } from '#core/server/seed/first-start.ts'
import { CommandFailure } from '../failure.ts'
import { JSON_FLAG, print, type OutputOptions } from '../output.ts'
import { askHidden } from '../prompt.ts'
import { withPlatform } from '../run.ts'

interface Options extends OutputOptions {
  firstName: string
  lastName: string
  passwordStdin?: boolean
  prompt?: boolean
}

const valid = (schema: z.ZodType<string>) => (value: string) => {
  const result = schema.safeParse(value)
  if (!result.success) throw new InvalidArgumentError(`${result.error.issues[0]?.message}.`)
  return result.data
}

export function addCreateAdmin(cli: Command): void {
  cli
    .command('create-admin')
    .argument('<email>', 'address to sign in with', valid(email()))
    .description('create a super admin, with a temporary password unless one is given')
    .option('--first-name <name>', 'first name', valid(requiredText(100)), 'Super')
    .option('--last-name <name>', 'last name', valid(requiredText(100)), 'Admin')
    .option('--prompt', 'ask for the password')
    .option('--password-stdin', 'read the password from standard input')
    .option(...JSON_FLAG)
    .addHelpText(
      'after',
      '\nADMIN_PASSWORD in the environment is used too. There is no option for the password: others could read it in the list of processes.',
    )
    .action(createAdmin)
}

async function createAdmin(address: string, options: Options): Promise<void> {
  const typed = await typedPassword(options)
  const created = await withPlatform(async ({ core }) => {
    const chosen = typed ?? core.env.admin.password
    if (chosen !== undefined) checkNewPassword(chosen, await core.settings.current(), { ...options, email: address })
    const told = await issuePassword(chosen)
    const admin = {
      email: address,
      firstName: options.firstName,
      lastName: options.lastName,
      password: told,
      temporary: chosen === undefined,
    }
    const { id } = await core.db.platform(systemActor, (scope) => createSuperAdmin(scope, admin))
    return { id, email: admin.email, ...(admin.temporary && { temporaryPassword: told.password }) }
  })
  print(options, created, () => [
    `Created the super admin ${created.email}`,
    ...(created.temporaryPassword === undefined
      ? []
      : [
          `Temporary password: ${created.temporaryPassword}`,
          'It is shown this once, works for 7 days, and is replaced at the first sign-in.',
        ]),
  ])
}

async function typedPassword({ passwordStdin, prompt }: Options): Promise<string | undefined> {
  if (!passwordStdin && !prompt) return undefined
  const typed = passwordStdin ? await firstLine() : await askTwice()
  const checked = password.safeParse(typed)
  if (!checked.success) throw new CommandFailure(checked.error.issues[0]?.message ?? 'No password was given')
  return checked.data
}

async function firstLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin })
  for await (const line of lines) return line
  return ''
}

async function askTwice(): Promise<string> {
  if (!process.stdin.isTTY) throw new CommandFailure('--prompt needs a terminal; use --password-stdin instead')
  const first = await askHidden('Password: ')
  if (first !== (await askHidden('Password again: '))) throw new CommandFailure('The two passwords differ')
  return first
}
