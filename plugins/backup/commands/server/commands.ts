import { InvalidArgumentError, type Command } from 'commander'
import { columns, JSON_FLAG, print, type OutputOptions } from '#cli/output.ts'
import { sizeText } from '#core/contract/sizes.ts'
import type { CommandRunner } from '#core/server/plugin.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import type { Backup } from '../../operations/contract.ts'
import { outdatedBackups, pruneNow } from '../../operations/server/prune.ts'
import { onAnyDatabase } from './room.ts'
import { addSchedule } from './schedule.ts'
import { create, type CreateOptions, everyBackup, restore, type RestoreOptions, verify } from './work.ts'

const subdomain = (value: string) => {
  if (!/^[a-z0-9]{1,50}$/.test(value)) throw new InvalidArgumentError('Lowercase letters and digits.')
  return value
}

const ofOne = (about: string) => ['--tenant <subdomain>', about, subdomain] as const

const PASSPHRASE = `
The passphrase of an encrypted archive is BACKUP_PASSPHRASE, or asked for at a terminal. There is no option for it: others
could read it in the list of processes.`

/** `backup create|list|verify|restore|prune|schedule`. */
export function addCommands(cli: Command, run: CommandRunner): void {
  const command = cli.command('backup').description('make, verify and restore backups')
  command
    .command('create')
    .description('back up everything, or one organization')
    .option(...ofOne('this organization alone'))
    .option('--self-contained', 'pack the contents of files into the archive, instead of keeping them beside it')
    .option(...JSON_FLAG)
    .addHelpText('after', '\nEncrypted when BACKUP_PASSPHRASE is set; into a bucket when BACKUP_S3_URL is.')
    .action((options: OutputOptions & CreateOptions) =>
      run(async (core) => {
        const { backup, message } = await create(core, options)
        print(options, backup, () => [backup.name, message])
      }),
    )
  command
    .command('list')
    .description('list the backups, newest first')
    .option(...ofOne('those of this organization alone'))
    .option(...JSON_FLAG)
    .action((options: OutputOptions & { tenant?: string }) =>
      run(async (core) => {
        const backups = await everyBackup(core, options.tenant)
        print(options, backups, table)
      }),
    )
  command
    .command('verify')
    .argument('<backup>', 'a name of the list, its beginning, or a file')
    .description('read an archive to its end and try a restore aside; fails when it is not valid')
    .option('--quick', 'compare only names and sizes of the contents of files beside the archive')
    .option(...JSON_FLAG)
    .addHelpText('after', PASSPHRASE)
    .action((name: string, options: OutputOptions & { quick?: boolean }) =>
      run(async (core) => {
        const result = await verify(core, name, options)
        print(options, result, ({ message }) => [message])
        if (!result.valid) process.exitCode = 1
      }),
    )
  command
    .command('restore')
    .argument('<backup>', 'a name of the list, its beginning, or a file')
    .description('replace everything, or one organization, by what an archive holds')
    .option(...ofOne('make sure that it is the archive of this organization'))
    .option('--as <subdomain>', 'make a new organization of it', subdomain)
    .option('--yes <name>', 'the name, instead of typing it at a terminal')
    .option('--without-missing-files', 'go on where contents of files are missing; the rows that name them say so then')
    .option('--incomplete', 'go on where tables, settings, or what rows refer to are missing in the archive')
    .option(
      '--without-admin',
      'go on where the archive holds no active super admin; platform-cli create-admin makes one',
    )
    .option('--foreign', 'a file that this installation has no record of, or not this one, all the same')
    .option(...JSON_FLAG)
    .addHelpText(
      'after',
      `
What is replaced is backed up first. A file is held against the record of the backup that it is a copy of. One that has none is restored into an empty installation, and with --foreign: its maker decides what is in it, accounts and their rights included. For the secrets in a file from another machine (such as the password of the mail server) to be
readable here, SESSION_KEY has to be the one of there.
${PASSPHRASE}`,
    )
    .action((name: string, { json, ...options }: OutputOptions & RestoreOptions) =>
      onAnyDatabase(run, async (core) => {
        const result = await restore(core, name, options)
        print(json ? { json } : {}, result, ({ message }) => [message])
      }),
    )
  command
    .command('prune')
    .description('remove the backups that retention does not keep')
    .option('--dry-run', 'only show them')
    .option(...JSON_FLAG)
    .action((options: OutputOptions & { dryRun?: boolean }) =>
      run(async (core) => {
        const backups = options.dryRun
          ? await core.db.platform(systemActor, outdatedBackups)
          : await pruneNow(core, systemActor)
        const removed = backups.map(({ name }) => name)
        print(options, options.dryRun ? { outdated: removed } : { removed }, () =>
          removed.length > 0 ? removed : ['There is nothing to remove.'],
        )
      }),
    )
  addSchedule(command, run)
}

function table(backups: readonly Backup[]): string[] {
  if (backups.length === 0) return ['There are no backups yet.']
  return columns([
    ['NAME', 'MADE', 'OF', 'SIZE', 'STATUS', 'BY', 'VERIFIED'],
    ...backups.map((backup) => [
      backup.name,
      backup.timestamp.slice(0, 16).replace('T', ' '),
      backup.tenantName ?? 'everything',
      backup.status === 'completed' ? sizeText(backup.size, 'en') : '',
      backup.status === 'completed' && !backup.isAvailable ? 'file missing' : backup.status.replace('_', ' '),
      backup.trigger,
      backup.verification ? (backup.verification.valid ? 'valid' : 'not valid') : '',
    ]),
  ])
}
