import { countText } from '#core/server/texts.ts'
import type { Command } from 'commander'
import { plugins } from '#config/plugins.ts'
import { migrationFolders } from '#core/server/assembly.ts'
import { migrationStates, newerDatabaseText, type MigrationState } from '#core/server/database/migrations.ts'
import type { Database } from '#core/server/process.ts'
import type { UpgradeOptions } from '#core/server/upgrade.ts'
import { columns, JSON_FLAG, print, type OutputOptions } from '../output.ts'
import { migrateHere, withDatabase } from '../run.ts'

const statesOf = ({ url }: Database) => migrationStates(url, migrationFolders(plugins))

const pendingOf = (migrations: readonly MigrationState[]) =>
  migrations.filter(({ applied }) => !applied).map(({ name }) => name)

const indentLines = (names: readonly string[]) => names.map((name) => `  ${name}`)

export function addMigrate(cli: Command): void {
  const command = cli.command('migrate').description('bring the database to the state that this version needs')
  command
    .command('up')
    .description('apply the migrations that are missing')
    .option('--force', 'also while nodes of another version work on the database')
    .option(...JSON_FLAG)
    .action(async ({ force = false, ...options }: OutputOptions & UpgradeOptions) => {
      const { applied, left } = await withDatabase(async (database, env) => ({
        applied: await migrateHere(database, env, { force, warn: (sentence) => console.error(`Warning: ${sentence}`) }),
        left: pendingOf((await statesOf(database)).migrations),
      }))
      print(options, { applied, left }, () => [
        ...(applied.length > 0 ? [`Applied ${countText(applied.length, 'migration')}:`, ...indentLines(applied)] : []),
        ...(left.length > 0
          ? [`Left ${countText(left.length, 'migration')} for when no node of another version works any more:`]
          : []),
        ...indentLines(left),
        ...(applied.length + left.length === 0 ? ['The database is up to date'] : []),
      ])
    })
  command
    .command('status')
    .description('list the migrations and whether the database has them')
    .option(...JSON_FLAG)
    .action(async (options: OutputOptions) => {
      const { migrations, unknown } = await withDatabase(statesOf)
      const pending = pendingOf(migrations).length
      print(options, { pending, unknown, migrations }, () => [
        ...columns([
          ...migrations.map(({ name, applied }) => [applied ? 'applied' : 'pending', name]),
          ...unknown.map((name) => ['unknown', name]),
        ]),
        unknown.length > 0
          ? newerDatabaseText(unknown)
          : pending === 0
            ? 'The database is up to date'
            : `${countText(pending, 'migration')} pending`,
      ])
    })
}
