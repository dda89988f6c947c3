import type pg from 'pg'
import type { Core } from './core.ts'
import { migrate } from './database/migrations.ts'
import { besideOlderNodes } from './database/phases.ts'
import { AppError } from './errors.ts'
import { livingNodes, nodeText, type Node } from './nodes.ts'
import type { PluginParts } from './plugin.ts'
import { RELEASE } from './version.ts'

export interface UpgradeOptions {
  /** Migrates although nodes of another version work on the database. */
  force?: boolean
  /** Warns the operator that there will be no backup; by default in the log. */
  warn?: (sentence: string) => void
}

/**
 * Applies the migrations that are missing and answers their names. Before they change a database that holds data, the
 * plugins that are on save what is there. While nodes of another version work on it, those that expand are applied and
 * those that contract are left; the log names them.
 * @param login signed in as the role of DATABASE_URL
 * @throws database.newer 409 when a newer version has changed the database, database.in-use 409 while nodes of another
 *   version work on it and a missing migration declares no phase, or what kept a plugin from saving; then nothing was
 *   migrated
 */
export async function upgradeDatabase(
  core: Core,
  login: pg.Client,
  databaseUrl: string,
  parts: ReadonlyMap<string, PluginParts<unknown>>,
  { force = false, warn = (sentence) => core.log.warn(sentence) }: UpgradeOptions = {},
): Promise<string[]> {
  const finishing: (() => Promise<void>)[] = []
  const migrated = await migrate(login, databaseUrl, core.migrations, {
    choose: async (pending) => {
      const others = (await livingNodes(login)).filter(({ version }) => version !== RELEASE)
      if (others.length === 0 || force) return pending
      const chosen = besideOlderNodes(pending)
      if (chosen === undefined) throw new AppError('database.in-use', 409, inUseText(others))
      const left = pending.filter((name) => !chosen.includes(name))
      if (left.length > 0) core.log.warn({ migrations: left }, MIGRATIONS_LEFT_TEXT)
      return chosen
    },
    before: async (chosen, hasData) => {
      if (!hasData) return
      const saving = [...parts.values()].flatMap(({ beforeMigrating }) => beforeMigrating ?? [])
      if (saving.length === 0) warn(NO_BACKUP_TEXT)
      for (const save of saving) {
        const finish = await save(chosen)
        if (finish) finishing.push(finish)
      }
    },
  })
  if (migrated.length > 0) core.log.info({ migrations: migrated }, 'migrated the database')
  for (const finish of finishing) await finish()
  return migrated
}

const NO_BACKUP_TEXT = 'migrating without a backup before: no plugin that is on makes one'
const MIGRATIONS_LEFT_TEXT =
  'left migrations for when no node of another version works any more: run platform-cli migrate up then'

/** Says which nodes keep the database from being migrated, and what to do. */
function inUseText(nodes: readonly Node[]): string {
  return (
    `The database is not migrated while nodes of another version than ${RELEASE} work on it: ` +
    `${nodes.map(nodeText).join('; ')}. Stop them and try again. One that was killed on another machine counts as ` +
    'stopped a minute after it was last seen; platform-cli migrate up --force does not wait for that.'
  )
}
