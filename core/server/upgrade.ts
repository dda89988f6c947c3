import type pg from 'pg'
import type { Core } from './core.ts'
import { migrate } from './database/migrations.ts'
import { AppError } from './errors.ts'
import { livingNodes, nodeText, type Node } from './nodes.ts'
import type { PluginParts } from './plugin.ts'
import { RELEASE } from './version.ts'

export interface UpgradeOptions {
  /** Migrates although nodes of another version work on the database. */
  force?: boolean
}

/**
 * Applies the migrations that are missing and answers their names. Before they change a database that holds data, the
 * plugins that are on save what is there.
 * @param login signed in as the role of DATABASE_URL
 * @throws database.newer 409 when a newer version has changed the database, database.in-use 409 while nodes of another
 *   version work on it, or what kept a plugin from saving; then nothing was migrated
 */
export async function upgradeDatabase(
  core: Core,
  login: pg.Client,
  databaseUrl: string,
  parts: ReadonlyMap<string, PluginParts<unknown>>,
  { force = false }: UpgradeOptions = {},
): Promise<string[]> {
  const finishing: (() => Promise<void>)[] = []
  const migrated = await migrate(login, databaseUrl, core.migrations, async (pending, hasData) => {
    const others = (await livingNodes(login)).filter(({ version }) => version !== RELEASE)
    if (others.length > 0 && !force) throw new AppError('database.in-use', 409, inUseText(others))
    if (!hasData) return
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

/** Says which nodes keep the database from being migrated, and what to do. */
function inUseText(nodes: readonly Node[]): string {
  return (
    `The database is not migrated while nodes of another version than ${RELEASE} work on it: ` +
    `${nodes.map(nodeText).join('; ')}. Stop them and try again. One that was killed on another machine counts as ` +
    'stopped a minute after it was last seen; platform-cli migrate up --force does not wait for that.'
  )
}
