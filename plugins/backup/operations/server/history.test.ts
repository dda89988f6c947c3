import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import knex, { type Knex } from 'knex'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { expect, test, vi } from 'vitest'
import { run } from '#cli/testing/command-line.ts'
import { query } from '#core/testing/query.ts'
import { readEnv } from '#config/env.ts'
import { plugins } from '#config/plugins.ts'
import { migrationFolders } from '#core/server/assembly.ts'
import { type FoundMigration, migratorConfig } from '#core/server/database/migrations.ts'
import { moveImages } from '#core/server/files/move-images.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { createPlatform } from '#core/server/platform.ts'
import { Client, cloneDatabase, openTestPlatform } from '#core/testing/harness.ts'
import { temporaryFolder } from '#core/testing/temporary.ts'
import { JOBS_TABLE } from '../../archive/server/manifest.ts'
import { openArchive } from '../../archive/server/reader.ts'
import { readAll } from '../../archive/server/test-archives.ts'
import { expectationOf, getBackup } from './backups.ts'
import { currentStore } from '../../store/server/stores.ts'
import { restoreEverything } from '../../restore/server/restore-everything.ts'
import { expectNothingLeft, restoreOptions } from '../../restore/server/test-restores.ts'
import { verifyArchive } from '../../restore/server/verify.ts'

vi.setConfig({ testTimeout: 480_000 })

/**
 * A backup that the first version made whose installations live on: the demo data, and what people have done with it.
 * Its SESSION_KEY is that of all tests. It is never made anew: later versions have to read this one.
 */
const archive = await readFile(new URL('./fixtures/demo-data-of-e37e010.tar.zst', import.meta.url))
const { manifest } = await openArchive(Readable.from([archive]))
const tables = await readAll(archive)

/** Columns that have to be found again, by table; without an update of its own no migration changes them. */
const remembered = {
  tenants: ['id', 'name', 'subdomain', 'status', 'plan'],
  users: ['id', 'tenant_id', 'email', 'role', 'first_name', 'last_name', 'password_hash'],
  invoices: ['id', 'tenant_id', 'number', 'status', 'total'],
  audit_logs: ['id', 'tenant_id', 'user_id', 'action', 'category', 'resource_id', 'created_at'],
}

test('a backup of the first version is restored with all its users and data', async () => {
  const platform = await openTestPlatform(plugins)
  try {
    await restoreEverything(restoreOptions(platform, archive))
    await expectNothingLeft(platform)
    await expectRemembered(platform.databaseUrl)
    const admin = await platform.client().signIn('admin@trellis.example', 'trellis-demo')
    expect((await admin.get('/api/tenants?limit=100')).body).toHaveLength(manifest.tenantCount)
    const northstar = new Client(platform.platform, 'northstar.localhost')
    await northstar.signIn('admin@northstar.example', 'trellis-demo')
    const { logoUrl } = (await northstar.get('/api/tenant/settings')).body
    const logo = await northstar.get(logoUrl)
    expect(logo).toMatchObject({ status: 200, headers: { 'content-type': expect.stringMatching(/^image/) } })
    // Its pictures lay in the database.
    await moveImages.perform(platform.core, null, {})
    expect(await query(platform.databaseUrl, 'select id from images')).toEqual([])
    expect(await northstar.get(logoUrl)).toMatchObject({ status: 200, body: logo.body })
  } finally {
    await platform.close()
  }
})

test('a database of the first version is backed up and migrated by a start, and nothing in it is lost', async () => {
  const database = await cloneDatabase('empty')
  const env = readEnv({ DATABASE_URL: database.url, DATA_DIR: await temporaryFolder(), SESSION_KEY: '1'.repeat(64) })
  try {
    await install(database.url)
    const platform = await createPlatform({ ...env, databaseUrl: database.url }, plugins, { work: false })
    try {
      await expectRemembered(database.url)
      const [backup, ...others] = await query<{ id: string; tenant_count: number }>(
        database.url,
        `select id, tenant_count from backups where trigger = 'upgrade' and status = 'completed'`,
      )
      expect([backup, others]).toEqual([{ id: expect.any(String), tenant_count: manifest.tenantCount }, []])
      const { core } = platform
      const made = await core.db.platform(systemActor, (scope) => getBackup(scope, backup?.id ?? ''))
      const open = async () => (await (await currentStore(core)).open(made.name)).content
      const verified = await verifyArchive({
        core,
        open,
        beside: () => currentStore(core),
        expected: expectationOf(made),
        progress: () => undefined,
      })
      expect(verified).toMatchObject({ valid: true })
    } finally {
      await platform.close()
    }
  } finally {
    await database.drop()
  }
})

async function expectRemembered(databaseUrl: string): Promise<void> {
  for (const [table, columns] of Object.entries(remembered)) {
    const expected = rowsOf(table, columns)
    const found = await query(
      databaseUrl,
      `select ${columns.map((column) => `${column}::text`).join(', ')} from ${table} order by id::text`,
    )
    const ids = new Set(expected.map(({ id }) => id))
    expect(expected.length, table).toBeGreaterThan(10)
    expect(found.filter((row) => ids.has((row as { id: string }).id))).toEqual(expected)
  }
  const verified = await run(['audit', 'verify', '--json'], { DATABASE_URL: databaseUrl })
  expect(JSON.parse(verified.stdout)).toMatchObject({ intact: true, findings: [] })
}

/** Rows of the archive, whose partitions are one table, by id. */
function rowsOf(table: string, columns: readonly string[]): Record<string, string | null>[] {
  return tables
    .filter(({ name }) => tableOf(name) === table)
    .flatMap(({ columns: all, rows }) =>
      rows.map((row) => {
        const values = row.split('\t')
        return Object.fromEntries(columns.map((column) => [column, decoded(values[all.indexOf(column)] ?? '')]))
      }),
    )
    .toSorted((a, b) => (a['id'] ?? '').localeCompare(b['id'] ?? ''))
}

const tableOf = (name: string) => manifest.partitions?.find((partition) => partition.name === name)?.table ?? name

/** A value in COPY's text format. */
function decoded(value: string): string | null {
  if (value === '\\N') return null
  return value.replaceAll(/\\(.)/g, (_, letter: string) => ({ n: '\n', r: '\r', t: '\t' })[letter] ?? letter)
}

/** The database from which the archive was made: its migrations and its rows. The queue has not been there yet. */
async function install(databaseUrl: string): Promise<void> {
  await migrateAsThen(databaseUrl)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    // The rows have passed every trigger and reference before.
    await client.query('set session_replication_role = replica')
    const stored = tables.filter(({ name }) => name !== JOBS_TABLE)
    await client.query(`truncate ${stored.map(({ name }) => tableOf(name)).join(', ')} cascade`)
    for (const { name, columns, rows } of stored) {
      const sink = client.query(copyFrom(`copy ${tableOf(name)} (${columns.join(', ')}) from stdin`))
      await pipeline(Readable.from(rows.map((row) => `${row}\n`)), sink)
    }
    for (const { table, column, lastValue } of manifest.sequences) {
      await client.query('select setval(pg_get_serial_sequence($1, $2), $3)', [table, column, lastValue])
    }
  } finally {
    await client.end()
  }
}

async function migrateAsThen(databaseUrl: string): Promise<void> {
  const config = migratorConfig(migrationFolders(plugins))
  const source = config.migrationSource as Knex.MigrationSource<FoundMigration>
  const database = knex({ client: 'pg', connection: databaseUrl })
  try {
    await database.migrate.latest({
      ...config,
      migrationSource: {
        ...source,
        getMigrations: async (extensions) =>
          (await source.getMigrations(extensions)).filter(({ name }) => manifest.migrations.includes(name)),
      },
    })
  } finally {
    await database.destroy()
  }
}
