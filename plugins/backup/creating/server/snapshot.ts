import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { StoredTables } from '#core/server/storage.ts'
import { loginClient } from '#core/server/database/pool.ts'
import { notFound } from '#core/server/errors.ts'
import { printableLine } from '#core/server/printable.ts'
import { JOBS_TABLE, type ArchiveScope, type Manifest } from '../../archive/server/manifest.ts'
import type { TableContent } from '../../archive/server/writer.ts'
import { OPERATION_JOB, SCHEDULE_JOB } from '../../shared/server/job-names.ts'
import type { NamedContent } from './contents.ts'
import { referencedRows } from './references.ts'
import { divideTables, readSchema, type Schema, type StoredTable } from './schema.ts'

/** The database as it was at one moment, whatever happens to it while it is read. */
export interface Snapshot {
  facts: Pick<
    Manifest,
    'postgresVersion' | 'migrations' | 'scope' | 'sequences' | 'partitions' | 'tenantCount' | 'userCount' | 'references'
  >
  /** The contents that complete files name, sorted, each once. */
  contents: () => Promise<NamedContent[]>
  /** Rows that `tables` will bring, about. */
  expectedRows: number
  tables: () => AsyncGenerator<TableContent>
  close: () => Promise<void>
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Opens a reading transaction on a connection of its own. It blocks nothing but changes of the tables'
 * definitions.
 * @param tenantId an organization, or null for everything
 * @throws not-found when there is no such organization
 */
export async function openSnapshot(
  databaseUrl: string,
  storage: Required<StoredTables>,
  tenantId: string | null,
): Promise<Snapshot> {
  // The id becomes part of texts, since COPY takes no parameters.
  if (tenantId !== null && !uuid.test(tenantId)) throw notFound('Organization')
  const client = loginClient(databaseUrl)
  // A pending query reports a lost connection.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(settingsThere)
    await client.query('begin isolation level repeatable read read only')
    const schema = await readSchema(client, [...storage.ephemeral, ...storage.installation])
    const migrations = await migrationsOf(client)
    // Policies hide rows from the owner of the tables; the operator sees all of them.
    await client.query('set local role trellis_operator')
    const tables =
      tenantId === null ? divideTables(schema) : schema.tables.filter(({ name, owned }) => owned || name === 'tenants')
    return {
      facts: {
        ...(await countsOf(client, schema, tenantId)),
        migrations,
        scope: await scopeOf(client, tenantId),
        sequences: tenantId === null ? schema.sequences : [],
        partitions:
          tenantId === null ? schema.partitions.map(({ table, name, bounds }) => ({ table, name, bounds })) : [],
        references: tenantId === null ? [] : await referencedRows(client, schema, tenantId),
      },
      expectedRows: await expectedRows(client, tables, tenantId),
      tables: () => contents(client, tables, tenantId),
      contents: () => namedContents(client, tenantId),
      close: () => client.end(),
    }
  } catch (error) {
    await client.end()
    throw error
  }
}

// The row may have been deleted by hand; an archive is incomplete without it.
const settingsThere = `
  do $$ begin
    if to_regclass('public.global_settings') is not null then
      set local role trellis_operator;
      insert into public.global_settings default values on conflict do nothing;
    end if;
  end $$`

async function scopeOf(client: pg.Client, tenantId: string | null): Promise<ArchiveScope> {
  if (tenantId === null) return { kind: 'everything' }
  const { rows } = await client.query<{ id: string; subdomain: string; name: string }>(
    'select id, subdomain, name from tenants where id = $1',
    [tenantId],
  )
  if (!rows[0]) throw notFound('Organization')
  // Names of before they were looked at may hold anything.
  return { kind: 'organization', ...rows[0], name: printableLine(rows[0].name).slice(0, 1000) }
}

/** None if their table was dropped: the rest is still worth saving. */
async function migrationsOf(client: pg.Client): Promise<string[]> {
  const { rowCount } = await client.query(`select where to_regclass('public.trellis_migrations') is not null`)
  if (!rowCount) return []
  const { rows } = await client.query<{ name: string }>('select name from trellis_migrations order by id')
  return rows.map(({ name }) => name)
}

async function countsOf(client: pg.Client, { tables }: Schema, tenantId: string | null) {
  const names = new Set(tables.map(({ name }) => name))
  const count = (table: string, condition: string) =>
    names.has(table) ? `(select count(*) from ${table} where $1::uuid is null or ${condition})` : '0'
  const { rows } = await client.query<{ postgresVersion: string; tenantCount: number; userCount: number }>(
    `select current_setting('server_version') as "postgresVersion",
            ${count('tenants', 'id = $1')} as "tenantCount", ${count('users', 'tenant_id = $1')} as "userCount"
      where $1::uuid is null or true`,
    [tenantId],
  )
  return rows[0] as (typeof rows)[number]
}

/** Partitions are read through their tables, since who may see rows is said of these. */
function ownRows({ name, partition }: StoredTable, tenantId: string | null): string {
  if (tenantId !== null) return `where ${name === 'tenants' ? 'id' : 'tenant_id'} = '${tenantId}'`
  return partition?.condition ? `where ${partition.condition}` : ''
}

async function expectedRows(client: pg.Client, tables: readonly StoredTable[], tenantId: string | null) {
  if (tenantId === null) return tables.reduce((total, { estimatedRows }) => total + estimatedRows, 0)
  let total = 0
  for (const table of tables) {
    const { rows } = await client.query<{ count: number }>(
      `select count(*) from ${table.name} ${ownRows(table, tenantId)}`,
    )
    total += rows[0]?.count ?? 0
  }
  return total
}

async function* contents(client: pg.Client, tables: readonly StoredTable[], tenantId: string | null) {
  for (const table of tables) {
    const query = `select ${table.columns.join(', ')} from ${table.name} ${ownRows(table, tenantId)}`
    yield content(client, table.partition?.name ?? table.name, table.columns, query)
  }
  // Waiting jobs of an organization are not saved: its messages are, and they are sent from their table.
  if (tenantId !== null) return
  const columns = await jobColumnsOf(client)
  if (columns.length > 0) yield content(client, JOBS_TABLE, columns, waitingJobs(columns))
}

async function namedContents(client: pg.Client, tenantId: string | null): Promise<NamedContent[]> {
  // Before a migration there may be no such table yet.
  const { rows: known } = await client.query(`select where to_regclass('public.files') is not null`)
  if (known.length === 0) return []
  const { rows } = await client.query<NamedContent>(
    `select sha256, max(size) as size from files
      where state = 'complete' and ($1::uuid is null or tenant_id = $1) group by sha256 order by sha256 collate "C"`,
    [tenantId],
  )
  return rows
}

const content = (client: pg.Client, name: string, columns: string[], query: string): TableContent => ({
  name,
  columns,
  rows: client.query(copyTo(`copy (${query}) to stdout`, { highWaterMark: 1024 ** 2 })),
})

const jobColumns = [
  'id',
  'name',
  'priority',
  'data',
  'retry_limit',
  'retry_count',
  'retry_delay',
  'retry_backoff',
  'retry_delay_max',
  'expire_seconds',
  'singleton_key',
  'start_after',
  'created_on',
  'keep_until',
]

/** Lists the job columns that the queue has: before a migration it may be an older one, or none yet. */
async function jobColumnsOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select a.attname as name from pg_attribute a
       join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'pgboss' and c.relname = 'job' and a.attname = any ($1::text[])
      order by array_position($1::text[], a.attname::text)`,
    [jobColumns],
  )
  return rows.map(({ name }) => name)
}

const waitingJobs = (columns: readonly string[]) => `select ${columns.join(', ')} from pgboss.job
  where state in ('created', 'retry') and name not like '\\_\\_pgboss%'
    and name not in ('${OPERATION_JOB}', '${SCHEDULE_JOB}')`
