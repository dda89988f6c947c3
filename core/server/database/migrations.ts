import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import knex, { type Knex } from 'knex'
import type pg from 'pg'
import { AppError } from '../errors.ts'
import { VERSION } from '../version.ts'
import { phaseOf } from './phases.ts'
import { withLogin } from './pool.ts'

/** A folder of migrations, with its name in the database: `core`, or a plugin's id. */
export interface MigrationFolder {
  owner: string
  folder: URL
}

export interface MigrationState {
  owner: string
  name: string
  applied: boolean
}

interface MigrationStates {
  migrations: MigrationState[]
  /** Names as `unknownMigrations` finds them. */
  unknown: string[]
}

export interface MigrationModule {
  up: (trx: Knex) => Promise<void>
  down: (trx: Knex) => Promise<void>
}

export interface FoundMigration {
  /** Name as stored in the database: `core/0001_foundation`. */
  name: string
  url: URL
}

export const MIGRATIONS_TABLE = 'trellis_migrations'
// Any constant works, as long as every process takes the same lock.
const MIGRATION_LOCK = 7_301_993
const LOCK_NOT_AVAILABLE = '55P03'

/** Lists the migrations in the order in which they are applied: folder by folder, sorted by file name. */
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

function migrationSource(
  folders: readonly MigrationFolder[],
  names: readonly string[] | undefined,
): Knex.MigrationSource<FoundMigration> {
  return {
    getMigrations: async () => (await listMigrations(folders)).filter(({ name }) => names?.includes(name) ?? true),
    getMigrationName: ({ name }) => name,
    getMigration: async ({ url }) => (await import(url.href)) as MigrationModule,
  }
}

/**
 * Configures how migrations are recorded: one table, and no complaint about migrations of plugins that are switched
 * off. Knex's own lock would outlive a killed process; the advisory lock of `migrate` ends with its connection.
 * @param names the only ones that are applied; all by default
 */
export function migratorConfig(folders: readonly MigrationFolder[], names?: readonly string[]): Knex.MigratorConfig {
  return {
    migrationSource: migrationSource(folders, names),
    tableName: MIGRATIONS_TABLE,
    disableMigrationsListValidation: true,
  }
}

function loginKnex(databaseUrl: string, lockTimeout: number): Knex {
  // Knex passes it through unchanged.
  const connection: pg.ClientConfig = {
    connectionString: databaseUrl,
    connectionTimeoutMillis: 3000,
    lock_timeout: lockTimeout,
  }
  return knex({ client: 'pg', connection: connection as Knex.PgConnectionConfig, pool: { min: 0, max: 2 } })
}

/** Steps around the migrations, run under the migration lock. */
export interface MigrateSteps {
  /** Chooses which of the missing migrations are applied; all of them by default. Throwing applies none. */
  choose?: (pending: readonly string[]) => Promise<readonly string[]>
  /** Runs before the chosen ones are applied; throwing applies none. */
  before?: (chosen: readonly string[], hasData: boolean) => Promise<void>
}

/**
 * Applies missing migrations as the login role, one process at a time. Returns their names.
 * @throws database.newer 409 when a newer version has changed the database; then nothing is applied
 * @param guard client connected as the login role, which holds the lock
 */
export async function migrate(
  guard: pg.Client,
  databaseUrl: string,
  folders: readonly MigrationFolder[],
  { choose = async (pending) => pending, before }: MigrateSteps = {},
): Promise<string[]> {
  await guard.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
  try {
    const { migrations, unknown } = await states(guard, folders)
    if (unknown.length > 0) throw new AppError('database.newer', 409, newerDatabaseText(unknown))
    const pending = migrations.filter(({ applied }) => !applied).map(({ name }) => name)
    const chosen = pending.length === 0 ? [] : await choose(pending)
    if (chosen.length === 0) return []
    await before?.(chosen, await holdsData(guard))
    return await apply(databaseUrl, folders, chosen)
  } finally {
    // PostgreSQL releases the lock itself when the connection is lost.
    await guard.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined)
  }
}

/** Lock timeout in milliseconds of a migration beside serving nodes: their statements queue behind it meanwhile. */
const LOCK_TIMEOUT_MS = 2000
const MAX_LOCK_ATTEMPTS = 15

/** Applies migrations in one transaction; retries when serving nodes hold a lock for too long. */
async function apply(
  databaseUrl: string,
  folders: readonly MigrationFolder[],
  names: readonly string[],
): Promise<string[]> {
  const besideNodes = names.every((name) => phaseOf(name) === 'expand')
  const database = loginKnex(databaseUrl, besideNodes ? LOCK_TIMEOUT_MS : 0)
  try {
    const config = migratorConfig(folders, names)
    await database.migrate.forceFreeMigrationsLock(config)
    for (let attempt = 1; ; attempt += 1) {
      try {
        const [, applied] = (await database.migrate.latest(config)) as [number, string[]]
        return applied
      } catch (error) {
        if (attempt === MAX_LOCK_ATTEMPTS || (error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
        await database.migrate.forceFreeMigrationsLock(config)
      }
    }
  } finally {
    await database.destroy()
  }
}

/** True if the database has users or organizations: rows inserted by migrations do not count, since they can be recreated. */
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
async function states(client: pg.Client, folders: readonly MigrationFolder[]): Promise<MigrationStates> {
  const { rows: tables } = await client.query<{ known: string | null }>('select to_regclass($1) as known', [
    MIGRATIONS_TABLE,
  ])
  const applied = tables[0]?.known
    ? (await client.query<{ name: string }>(`select name from ${MIGRATIONS_TABLE} order by id`)).rows
    : []
  const done = new Set(applied.map(({ name }) => name))
  const known = await listMigrations(folders)
  return {
    migrations: known.map(({ name }) => ({ owner: ownerOf(name), name, applied: done.has(name) })),
    unknown: unknownMigrations([...done], known, folders),
  }
}

/**
 * Migrations of the folders' owners that are not in the folders and may have changed a schema that this version needs: a newer
 * version has changed the database. Expanding migrations do not matter to this version; those of other owners are left
 * behind by plugins that this program does not contain.
 * @param applied names of the migrations that the database has
 */
export function unknownMigrations(
  applied: readonly string[],
  known: readonly FoundMigration[],
  folders: readonly MigrationFolder[],
): string[] {
  const names = new Set(known.map(({ name }) => name))
  const owners = new Set(folders.map(({ owner }) => owner))
  return applied.filter((name) => owners.has(ownerOf(name)) && !names.has(name) && phaseOf(name) !== 'expand')
}

const ownerOf = (name: string) => name.split('/')[0] ?? ''

/** Migrations that a message names; the rest is given as a number. */
const MAX_NAMED = 5

/** Error that a newer version has changed the database, with the next step. */
export function newerDatabaseText(unknown: readonly string[]): string {
  const more = unknown.length > MAX_NAMED ? ` and ${unknown.length - MAX_NAMED} more` : ''
  return (
    `A newer version of the platform has changed the database: version ${VERSION} does not know the ` +
    `${unknown.length === 1 ? 'migration' : 'migrations'} ${unknown.slice(0, MAX_NAMED).join(', ')}${more}. Start the newer ` +
    'version again, or restore the backup that it made before the upgrade into an empty database ' +
    '(README, Upgrade: Going back).'
  )
}

/** Every migration of the folders and whether the database has it, and those that only the database has. */
export function migrationStates(databaseUrl: string, folders: readonly MigrationFolder[]): Promise<MigrationStates> {
  return withLogin(databaseUrl, (client) => states(client, folders))
}

/** Changes when any migration is added or edited; used in the name of the tests' template database. */
export async function migrationsFingerprint(
  folders: readonly MigrationFolder[],
  read: (url: URL) => Promise<string>,
): Promise<string> {
  const hash = createHash('sha256')
  for (const { name, url } of await listMigrations(folders)) hash.update(name).update(await read(url))
  return hash.digest('hex').slice(0, 16)
}
