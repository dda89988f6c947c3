import type pg from 'pg'
import type { Core } from './core.ts'
import { migrate } from './database/migrations.ts'
import type { PluginParts } from './plugin.ts'

/**
 * Applies the migrations that are missing and answers their names. Before they change a database that holds data, the
 * plugins that are on save what is there.
 * @param login signed in as the role of DATABASE_URL
 * @throws what kept a plugin from that; then nothing was migrated
 */
export async function upgradeDatabase(
  core: Core,
  login: pg.Client,
  databaseUrl: string,
  parts: ReadonlyMap<string, PluginParts<unknown>>,
): Promise<string[]> {
  const finishing: (() => Promise<void>)[] = []
  const migrated = await migrate(login, databaseUrl, core.migrations, async (pending) => {
    const saving = [...parts.values()].flatMap(({ beforeMigrating }) => beforeMigrating ?? [])
    if (saving.length === 0) core.log.warn('migrating without a backup before: no plugin that is on makes one')
    for (const save of saving) {
      const finish = await save(pending)
      if (finish) finishing.push(finish)
    }
  })
  if (migrated.length > 0) core.log.info({ migrations: migrated }, 'migrated the database')
  for (const finish of finishing) await finish()
  return migrated
}
