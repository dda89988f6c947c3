import { counted } from '#core/server/words.ts'
import type { Command } from 'commander'
import { plugins } from '#config/plugins.ts'
import { migrationFolders } from '#core/server/assembly.ts'
import { migrationStates, newerDatabaseText } from '#core/server/database/migrations.ts'
import type { UpgradeOptions } from '#core/server/upgrade.ts'
import { columns, JSON_FLAG, print, type OutputOptions } from '../output.ts'
import { migrateHere, withDatabase } from '../run.ts'

export function addMigrate(cli: Command): void {
  const command = cli.command('migrate').description('bring the database to the state that this version needs')
  command
    .command('up')
    .description('apply the migrations that are missing')
    .option('--force', 'also while nodes of another version work on the database')
    .option(...JSON_FLAG)
    .action(async ({ force = false, ...options }: OutputOptions & UpgradeOptions) => {
      const applied = await withDatabase((database, env) => migrateHere(database, env, { force }))
      print(options, { applied }, () =>
        applied.length === 0
          ? ['The database is up to date']
          : [`Applied ${counted(applied.length, 'migration')}:`, ...applied.map((name) => `  ${name}`)],
      )
    })
  command
    .command('status')
    .description('list the migrations and whether the database has them')
    .option(...JSON_FLAG)
    .action(async (options: OutputOptions) => {
      const { migrations, unknown } = await withDatabase(({ url }) => migrationStates(url, migrationFolders(plugins)))
      const pending = migrations.filter(({ applied }) => !applied).length
      print(options, { pending, unknown, migrations }, () => [
        ...columns([
          ...migrations.map(({ name, applied }) => [applied ? 'applied' : 'pending', name]),
          ...unknown.map((name) => ['unknown', name]),
        ]),
        unknown.length > 0
          ? newerDatabaseText(unknown)
          : pending === 0
            ? 'The database is up to date'
            : `${counted(pending, 'migration')} pending`,
      ])
    })
}
