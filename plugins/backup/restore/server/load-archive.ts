import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Core } from '#core/server/core.ts'
import { isDatabaseUnavailable } from '#core/server/errors.ts'
import { ArchiveError } from '../../archive/server/archive-error.ts'
import { JOBS_TABLE, type Manifest } from '../../archive/server/manifest.ts'
import type { Archive, TableReader } from '../../archive/server/reader.ts'
import { IS_OWNER } from '../../creating/server/schema.ts'
import { bareSchema, type BareSchema, type PutAside } from './bare-schema.ts'
import { Builders } from './builders.ts'
import { leaveOutOrphans } from './orphans.ts'
import { SCRATCH_SCHEMA, type Scratch } from './scratch.ts'
import { refuseLacking } from './refuse-incomplete.ts'

/** Called with the progress: `done` and `total` in units of the step, total undefined if unknown. */
export type OnProgress = (step: string, done: number, total: number | undefined) => void

interface LoadOptions {
  /** Builds what enforces rules and leaves other indexes away. */
  onlyRules: boolean
  /** The organization whose rows they are to be, when the archive is of one. */
  tenantId?: string
  /** Changes rows on their way: those of a table in COPY's text format, in pieces of any size. */
  through?: (rows: AsyncIterable<Buffer>) => AsyncIterable<Buffer>
  doubtful?: DoubtfulTables
  /** Tables that archives leave away. */
  left: readonly string[]
  /** True if all other tables have to be there, with all that their rows refer to; true by default. */
  isWhole?: boolean
  /** Leaves what follows the tables, for who has read all of an archive with this manifest before. */
  tablesAlone?: boolean
  progress: OnProgress
}

/** Tables of which only their rows tell whether they are wanted. */
export interface DoubtfulTables {
  names: readonly string[]
  /** Asked once all rows of these tables are there. When it says no they are emptied: no index is built in vain. */
  areWanted: () => Promise<boolean>
}

/** Tables that archives leave away. */
export const excludedTables = ({ storage }: Core) => [...storage.ephemeral, ...storage.installation]

/** Table in which waiting jobs are stored until they are sent again. */
export const WAITING_JOBS_TABLE = 'waiting_jobs'

/**
 * Loads an archive into the migrated scratch schema: empties its tables, copies the rows, then puts indexes, keys,
 * references, triggers and policies back, so that every rule of the database has been applied to every row.
 * @returns how many rows were left out since they refer to what is not there: none of a whole archive
 * @throws ArchiveError when the archive is broken, or its rows break a rule
 */
export async function loadArchive(scratch: Scratch, archive: Archive, options: LoadOptions): Promise<number> {
  const { client } = scratch
  const { manifest } = archive
  const { isWhole = true } = options
  await makePartitions(client, manifest)
  await refuseLacking(client, manifest, { left: options.left, isWhole })
  const bare = await bareSchema(client, options)
  const plans = await plansOf(client, manifest, bare.tables)
  const emptied =
    manifest.scope.kind === 'everything' ? [...bare.tables.values()] : archivedReferences(manifest, bare.tables)
  if (emptied.length > 0) await client.query(`truncate ${emptied.map(({ table }) => table).join(', ')}`)

  let loading = true
  const builders = new Builders(!options.onlyRules, (built, known) => {
    if (!loading) options.progress('Building indexes', built, known)
  })
  try {
    builders.addWorker(await scratch.connect())
    const copied = new Set(manifest.tables.map(({ name }) => name))
    await insertReferences(client, manifest, ({ table }) => !copied.has(table))
    const filled = new Set(plans.flatMap(({ putAside }) => (putAside ? [putAside, ...putAside.partitions] : [])))
    const tables = [...bare.tables.values()]
    for (const table of tables) if (!table.isPartitioned && !filled.has(table)) builders.rebuild(table, 0)
    await copyTables(client, archive, { plans, bare, builders }, options)
    // Beside the organization's own rows, whose table is emptied before they are copied.
    await insertReferences(client, manifest, ({ table }) => copied.has(table))
    for (const table of tables) if (table.isPartitioned) builders.rebuild(table, 0)
    loading = false
    options.progress('Building indexes', 0, undefined)
    builders.addWorker(await scratch.connect())
    await builders.finish()
    await restartSequences(client, manifest)
    options.progress('Checking references', 0, undefined)
    if (manifest.scope.kind === 'organization') {
      await refuseForeignRows(client, [...bare.tables.values()], options.tenantId ?? manifest.scope.id)
    }
    const leftOut = isWhole ? 0 : await leaveOutOrphans(client, bare.foreignKeys)
    for (const { on, isInside } of bare.foreignKeys) {
      // People of the platform are in no archive of an organization, whose rows may refer to them all the same.
      if (isInside || manifest.scope.kind === 'everything') await client.query(on)
    }
    if (bare.rules.length > 0) await client.query(bare.rules.join('; '))
    return leftOut
  } catch (error) {
    throw rowsError(error)
  }
}

/** Makes the partitions that the archive's database had, where the migrations of this day do not make them. */
async function makePartitions(client: pg.Client, { partitions = [] }: Manifest): Promise<void> {
  for (const { table, name, bounds } of partitions) {
    const { rows } = await client.query<{ forced: boolean }>(
      `select relforcerowsecurity as forced from pg_class
        where relnamespace = $1::text::regnamespace and relname = $2 and relkind = 'p'
          and to_regclass(format('%I.%I', $1::text, $3::text)) is null`,
      [SCRATCH_SCHEMA, table, name],
    )
    if (!rows[0]) continue
    try {
      await client.query(`create table ${quoteIdentifier(name)} partition of ${quoteIdentifier(table)} ${bounds}`)
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      throw new ArchiveError(`The partition ${name} of the archive does not fit: ${(error as Error).message}`, error)
    }
    if (!rows[0].forced) continue
    await client.query(`
      alter table ${quoteIdentifier(name)} enable row level security;
      alter table ${quoteIdentifier(name)} force row level security`)
  }
}

async function copyTables(
  client: pg.Client,
  archive: Archive,
  { plans, bare, builders }: { plans: readonly TablePlan[]; bare: BareSchema; builders: Builders },
  { through, doubtful, tablesAlone, progress }: LoadOptions,
): Promise<void> {
  const total = archive.manifest.tables.reduce((sum, { bytes }) => sum + bytes, 0)
  let done = 0
  const byName = new Map(plans.map((plan) => [plan.archived, plan]))
  const copied = new Set(plans.map(({ putAside }) => putAside))
  const doubted = new Set(
    doubtful?.names
      .flatMap((name) => bare.tables.get(name) ?? [])
      .flatMap((table) => [table, ...table.partitions])
      .filter((table) => copied.has(table)),
  )
  const undecided: { table: PutAside; size: number }[] = []
  const rebuild = (table: PutAside, size: number) => {
    if (!table.isPartitioned) return builders.rebuild(table, size)
    for (const partition of table.partitions) builders.rebuild(partition, size / table.partitions.length)
  }
  for await (const reader of archive.tables(tablesAlone)) {
    const plan = byName.get(reader.name) as TablePlan
    const before = done
    const step = plan.putAside ? `Loading ${reader.name.replaceAll('_', ' ')}` : 'Loading jobs'
    progress(step, done, total)
    const rows = piecesOf(reader, (bytes) => {
      builders.check()
      done += bytes
      progress(step, done, total)
    })
    await copyTable(client, reader, plan, through ? through(rows) : rows)
    if (!plan.putAside) continue
    const complete = { table: plan.putAside, size: done - before }
    if (!doubted.delete(plan.putAside)) {
      rebuild(complete.table, complete.size)
      continue
    }
    undecided.push(complete)
    if (doubted.size > 0) continue
    const areWanted = await doubtful?.areWanted()
    if (!areWanted) await client.query(`truncate ${undecided.map(({ table }) => table.table).join(', ')}`)
    for (const { table, size } of undecided) rebuild(table, areWanted ? size : 0)
  }
}

async function copyTable(
  client: pg.Client,
  { name, columns, rows }: TableReader,
  { table, putAside }: TablePlan,
  content: AsyncIterable<Buffer>,
): Promise<void> {
  // Rows of a table that was emptied in the same transaction need no look at who may see them, now or later. Of a
  // partitioned table as a whole, which puts rows where they belong, PostgreSQL refuses that.
  const frozen = putAside && table === putAside.table && !putAside.isPartitioned
  await client.query(frozen ? `begin; truncate ${table}` : 'begin')
  const sink = client.query(
    copyFrom(`copy ${table} (${columns.map(quoteIdentifier).join(', ')}) from stdin${frozen ? ' (freeze)' : ''}`),
  )
  // Some are unpacked while the ones before are being stored.
  await pipeline(Readable.from(content, { objectMode: false, highWaterMark: MAX_BYTES_AHEAD }), sink)
  await client.query('commit')
  if (sink.rowCount !== rows) throw new ArchiveError(`${name} has ${sink.rowCount} rows that can be read, of ${rows}`)
}

/** Bytes. Not parts: one may have 64 MB. */
const MAX_BYTES_AHEAD = 2 * 1024 ** 2

async function* piecesOf({ parts }: TableReader, report: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const part of parts) {
    for (const piece of part) {
      report(piece.length)
      yield piece
    }
  }
}

interface TablePlan {
  /** Name of the table in the archive. */
  archived: string
  /** Table to which its rows go. */
  table: string
  putAside: PutAside | undefined
}

/** Finds the archive's tables and columns in the scratch schema, since their names are about to become SQL. */
async function plansOf(
  client: pg.Client,
  manifest: Manifest,
  tables: ReadonlyMap<string, PutAside>,
): Promise<TablePlan[]> {
  const known = await columnsOf(client)
  const plans: TablePlan[] = []
  for (const { name, columns } of manifest.tables) {
    const isJobs = name === JOBS_TABLE && !tables.has(name)
    if (isJobs) {
      // Typed by the queue, which refuses columns that it does not have.
      await client.query(`create table ${SCRATCH_SCHEMA}.${WAITING_JOBS_TABLE} (like pgboss.job including defaults)`)
      for (const [table, names] of await columnsOf(client)) known.set(table, names)
    }
    const putAside = tables.get(name)
    if (!putAside && !isJobs) throw new ArchiveError(`The archive holds a table that no migration makes: ${name}`)
    const unknown = columns.find((column) => !known.get(isJobs ? WAITING_JOBS_TABLE : name)?.has(column))
    if (unknown) throw new ArchiveError(`${name} has a column that no migration makes: ${unknown}`)
    plans.push({ archived: name, table: putAside?.defaultOf ?? putAside?.table ?? WAITING_JOBS_TABLE, putAside })
  }
  for (const { table, rows } of manifest.references) {
    const unknown = rows.flatMap((row) => Object.keys(row)).find((column) => !known.get(table)?.has(column))
    if (!known.has(table) || unknown)
      throw new ArchiveError(`The manifest refers to ${table}, which is not as expected`)
  }
  return plans
}

function archivedReferences({ tables, references }: Manifest, known: ReadonlyMap<string, PutAside>): PutAside[] {
  const names = new Set([...tables.map(({ name }) => name), ...references.map(({ table }) => table)])
  return [...known].filter(([name]) => names.has(name)).map(([, table]) => table)
}

const quoteIdentifier = (name: string) => `"${name}"`

/** Columns that can be written, by table. */
async function columnsOf(client: pg.Client): Promise<Map<string, Set<string>>> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p') and a.attgenerated = '' group by 1`,
    [SCRATCH_SCHEMA],
  )
  return new Map(rows.map(({ name, columns }) => [name, new Set(columns)]))
}

async function insertReferences(
  client: pg.Client,
  { references }: Manifest,
  isMeant: (reference: Manifest['references'][number]) => boolean,
): Promise<void> {
  for (const { table, rows } of references.filter(isMeant)) {
    for (const row of rows) {
      const columns = Object.keys(row).map(quoteIdentifier).join(', ')
      await client.query(
        `insert into ${quoteIdentifier(table)} (${columns}) overriding system value
         select ${columns} from jsonb_populate_record(null::${quoteIdentifier(table)}, $1)`,
        [JSON.stringify(row)],
      )
    }
  }
}

/** @throws ArchiveError when there is any row of another organization than this one, or of the platform but in catalogs */
async function refuseForeignRows(client: pg.Client, tables: readonly PutAside[], tenantId: string): Promise<void> {
  const { rows } = await client.query<{ table: string; isCatalog: boolean }>(
    `select attrelid::regclass::text as table,
        exists (select from pg_attribute a where a.attrelid = of_tenant.attrelid and ${IS_OWNER}) as "isCatalog"
      from pg_attribute of_tenant
      where attrelid in (select oid from pg_class where relnamespace = $1::regnamespace and relkind in ('r', 'p'))
        and attname = 'tenant_id' and not attisdropped`,
    [SCRATCH_SCHEMA],
  )
  const owned = new Map(rows.map(({ table, isCatalog }) => [table, isCatalog]))
  for (const { table } of tables) {
    const column = table === 'tenants' ? 'id' : 'tenant_id'
    if (table !== 'tenants' && !owned.has(table)) continue
    const isForeign = owned.get(table) ? `${column} <> $1` : `${column} is distinct from $1`
    const { rowCount } = await client.query(`select from ${table} where ${isForeign} limit 1`, [tenantId])
    if (rowCount) throw new ArchiveError(`The archive holds rows of another organization, in ${table}`)
  }
  const { rowCount } = await client.query('select from tenants')
  if (rowCount !== 1) throw new ArchiveError('The archive does not hold the organization that it is of')
}

/** Every sequence of a column goes on after its largest value, and after the last one that had been taken. */
async function restartSequences(client: pg.Client, { sequences }: Manifest): Promise<void> {
  const { rows: owned } = await client.query<{ sequence: string; table: string; column: string }>(
    `select d.objid::regclass::text as sequence, format('"%s"', c.relname) as table, format('"%s"', a.attname) as column
       from pg_depend d
       join pg_class c on c.oid = d.refobjid
       join pg_class s on s.oid = d.objid and s.relkind = 'S'
       join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
      where s.relnamespace = $1::regnamespace and d.deptype in ('a', 'i') and d.classid = 'pg_class'::regclass`,
    [SCRATCH_SCHEMA],
  )
  for (const { sequence, table, column } of owned) {
    const last =
      sequences.find((one) => quoteIdentifier(one.table) === table && quoteIdentifier(one.column) === column)
        ?.lastValue ?? null
    await client.query(
      `select setval($1, last) from (select greatest(max(${column}), $2::bigint) as last from ${table}) as rows
        where last is not null`,
      [sequence, last],
    )
  }
}

/** Classes of SQLSTATE that blame the data: what was read is no value of its type, or breaks a rule. */
const dataErrors = /^(22|23)/

function rowsError(error: unknown): unknown {
  const { code, message } = error as { code?: string; message?: string }
  if (error instanceof ArchiveError || isDatabaseUnavailable(error) || !dataErrors.test(code ?? '')) return error
  return new ArchiveError(`The archive's rows break a rule of the database: ${message}`, error)
}
