import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import knex, { type Knex } from 'knex'
import type pg from 'pg'
import { loginClient } from './pool.ts'

/** A folder of migrations under the name that is kept in the database: `core`, or a plugin's id. */
export interface MigrationFolder {
  owner: string
  folder: URL
}

export interface MigrationState {
  owner: string
  name: string
  applied: boolean
}

export interface MigrationModule {
  up: (trx: Knex) => Promise<void>
  down: (trx: Knex) => Promise<void>
}

export interface FoundMigration {
  /** As it is kept in the database: `core/0001_foundation`. */
  name: string
  url: URL
}

export const MIGRATIONS_TABLE = 'trellis_migrations'
// Any constant: what matters is that every process asks for the same lock.
const LOCK = 7_301_993

/** The migrations of the folders one after the other, each in the order of its file names: as they are applied. */
export async function listMigrations(folders: readonly MigrationFolder[]): Promise<FoundMigration[]> {
  const lists = await Promise.all(
    folders.map(async ({ owner, folder }) =>
      (await readdir(fileURLToPath(folder)))
        .filter((file) => /^\d+_.*\.ts$/.test(file))
        .toSorted()
        .map((file) => ({ name: `${owner}/${file.replace(/\.ts$/, '')}`, url: new URL(file, folder) })),
    ),
  )
  return lists.flat()
}

function migrationSource(folders: readonly MigrationFolder[]): Knex.MigrationSource<FoundMigration> {
  return {
    getMigrations: () => listMigrations(folders),
    getMigrationName: ({ name }) => name,
    getMigration: async ({ url }) => (await import(url.href)) as MigrationModule,
  }
}

/**
 * How migrations are kept: one table, and no complaint about migrations of plugins that are switched off. Knex's own
 * lock would outlive a killed process; the advisory lock of `migrate` ends with its connection.
 */
export function migratorConfig(folders: readonly MigrationFolder[]): Knex.MigratorConfig {
  return {
    migrationSource: migrationSource(folders),
    tableName: MIGRATIONS_TABLE,
    disableMigrationsListValidation: true,
  }
}

function loginKnex(databaseUrl: string): Knex {
  return knex({
    client: 'pg',
    connection: { connectionString: databaseUrl, connectionTimeoutMillis: 3000 },
    pool: { min: 0, max: 2 },
  })
}

/**
 * Applies what is missing, as the login role, one process at a time. Answers the names that it applied.
 * @param guard signed in as the login role; holds the lock
 * @param before runs when anything is missing in a database that holds data, and keeps all of it from being applied when
 *   it throws
 */
export async function migrate(
  guard: pg.Client,
  databaseUrl: string,
  folders: readonly MigrationFolder[],
  before?: (pending: readonly string[]) => Promise<void>,
): Promise<string[]> {
  await guard.query('select pg_advisory_lock($1)', [LOCK])
  try {
    const pending = (await states(guard, folders)).filter(({ applied }) => !applied)
    if (pending.length === 0) return []
    if (before && (await holdsData(guard))) await before(pending.map(({ name }) => name))
    return await migrateToLatest(databaseUrl, folders)
  } finally {
    // PostgreSQL releases the lock itself when the connection is lost.
    await guard.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => undefined)
  }
}

async function migrateToLatest(databaseUrl: string, folders: readonly MigrationFolder[]): Promise<string[]> {
  const database = loginKnex(databaseUrl)
  try {
    const config = migratorConfig(folders)
    await database.migrate.forceFreeMigrationsLock(config)
    const [, names] = (await database.migrate.latest(config)) as [number, string[]]
    return names
  } finally {
    await database.destroy()
  }
}

/** Whether there is anybody in the database: what migrations have put there they would put there again. */
async function holdsData(client: pg.Client): Promise<boolean> {
  const { rows: tables } = await client.query<{ made: boolean }>(
    `select to_regclass('users') is not null and to_regclass('tenants') is not null as made`,
  )
  if (!tables[0]?.made) return false
  // Policies hide rows from the owner of the tables; the operator sees all of them.
  await client.query('begin; set local role trellis_operator')
  const { rows } = await client.query<{ found: boolean }>(
    'select exists (select from users) or exists (select from tenants) as found',
  )
  await client.query('commit')
  return rows[0]?.found ?? false
}

/** Two queries instead of Knex's dozen, since every start asks. */
async function states(client: pg.Client, folders: readonly MigrationFolder[]): Promise<MigrationState[]> {
  const { rows: tables } = await client.query<{ known: string | null }>('select to_regclass($1) as known', [
    MIGRATIONS_TABLE,
  ])
  const done = tables[0]?.known
    ? new Set(
        (await client.query<{ name: string }>(`select name from ${MIGRATIONS_TABLE}`)).rows.map(({ name }) => name),
      )
    : new Set<string>()
  const source = migrationSource(folders)
  return (await source.getMigrations([])).map((migration) => {
    const name = source.getMigrationName(migration)
    return { owner: name.split('/')[0] ?? '', name, applied: done.has(name) }
  })
}

/** Every migration of the folders and whether the database has it. */
export async function migrationStates(
  databaseUrl: string,
  folders: readonly MigrationFolder[],
): Promise<MigrationState[]> {
  const client = loginClient(databaseUrl)
  await client.connect()
  try {
    return await states(client, folders)
  } finally {
    await client.end()
  }
}

/** Changes when any migration is added or edited; names the template database of the tests. */
export async function migrationsFingerprint(
  folders: readonly MigrationFolder[],
  read: (url: URL) => Promise<string>,
): Promise<string> {
  const hash = createHash('sha256')
  for (const { name, url } of await migrationSource(folders).getMigrations([]))
    hash.update(name).update(await read(url))
  return hash.digest('hex').slice(0, 16)
}
