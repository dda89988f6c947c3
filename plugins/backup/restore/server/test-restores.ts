import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import pg from 'pg'
import { expect } from 'vitest'
import { lockedHere } from '#core/testing/query.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import type { TestPlatform } from '#core/testing/harness.ts'
import type { Manifest } from '../../archive/server/manifest.ts'
import { openArchive } from '../../archive/server/reader.ts'
import { archiveOf as packed, type TestTable } from '../../archive/server/test-archives.ts'
import { createArchive } from '../../creating/server/create.ts'
import { objectsFor } from '../../store/server/objects.ts'
import { currentStore } from '../../store/server/stores.ts'
import { SCRATCH_SCHEMA } from './scratch.ts'

/** An archive of everything, or of an organization, as a platform makes it. */
export async function archiveOf({ core }: Pick<TestPlatform, 'core'>, tenantId: string | null = null): Promise<Buffer> {
  let archive = Buffer.alloc(0)
  await createArchive(
    core,
    {
      id: randomUUID(),
      name: 'test.tar.zst',
      at: core.clock.now(),
      tenantId,
      passphrase: undefined,
      objects: async () => objectsFor(await currentStore(core), undefined),
    },
    async (_name, content) => {
      archive = Buffer.concat(await Readable.from(content).toArray())
    },
    () => undefined,
  )
  return archive
}

/** Options for a restore of this archive. */
export const restoreOptions = ({ core }: Pick<TestPlatform, 'core'>, archive: Buffer) => ({
  core,
  open: async () => Readable.from([archive]),
  beside: () => currentStore(core),
  actor: systemActor,
  progress: () => undefined,
  safetyBackup: async () => undefined,
  keepQueues: [],
  // Few tests need one.
  withoutAdmin: true,
})

/** Reads, and goes on reading, so that nothing can take the place of what it reads. */
export async function readerOf({ databaseUrl }: Pick<TestPlatform, 'databaseUrl'>) {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => undefined)
  await client.connect()
  await client.query('begin; select from tenants')
  return {
    isWaitedFor: async () => {
      const { rowCount } = await client.query(
        `select from pg_locks where not granted and mode = 'AccessExclusiveLock' and relation = 'public.tenants'::regclass
            and ${lockedHere}`,
      )
      return rowCount === 1
    },
    end: () => client.end(),
  }
}

/** Rows of a query as the operator, who sees everything. */
export async function rowsOf<Row = Record<string, unknown>>(
  { core }: Pick<TestPlatform, 'core'>,
  sql: string,
): Promise<Row[]> {
  return core.db.platform(systemActor, async ({ trx }) => (await trx.raw<{ rows: Row[] }>(sql)).rows)
}

/** A checksum over all rows of every table, by table. */
export async function checksums(
  platform: Pick<TestPlatform, 'core'>,
  {
    where = () => 'true',
    but = [],
  }: { where?: (table: string, owned: boolean) => string; but?: readonly string[] } = {},
): Promise<Record<string, string>> {
  const { installation, ephemeral } = platform.core.storage
  const tables = await rowsOf<{ name: string; owned: boolean }>(
    platform,
    `select relname as name, exists (select from pg_attribute where attrelid = c.oid and attname = 'tenant_id') as owned
       from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  )
  const sums: Record<string, string> = {}
  for (const { name, owned } of tables) {
    if ([...installation, ...ephemeral, ...but].includes(name)) continue
    const [row] = await rowsOf<{ text: string | null }>(
      platform,
      // By name: a column that PostgreSQL 15 computes anew comes behind the others.
      `select string_agg(to_jsonb(r)::text, E'\\n' order by to_jsonb(r)::text) as text from "${name}" r where ${where(name, owned)}`,
    )
    sums[name] = createHash('sha256')
      .update(row?.text ?? '')
      .digest('hex')
  }
  return sums
}

/** Every definition of the schema that PostgreSQL can write down. */
export async function definitions(platform: Pick<TestPlatform, 'core'>): Promise<string[]> {
  const rows = await rowsOf<{ line: string }>(
    platform,
    `select line from (
       select format('column %s.%s %s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
           a.attidentity, pg_get_expr(d.adbin, d.adrelid)) as line
         from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
         left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       union all
       select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
        where connamespace = 'public'::regnamespace
       union all
       select pg_get_indexdef(indexrelid) from pg_index i join pg_class c on c.oid = i.indrelid
        where c.relnamespace = 'public'::regnamespace
       union all
       select pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal and tgrelid in
         (select oid from pg_class where relnamespace = 'public'::regnamespace)
       union all
       select pg_get_functiondef(p.oid) || p.proacl::text from pg_proc p where p.pronamespace = 'public'::regnamespace
          and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
       union all
       select format('table %s %s %s %s %s %s', relname, relkind, relrowsecurity, relforcerowsecurity, relacl, reloptions)
         from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'S')
       union all
       select format('policy %s %s %s %s %s', tablename, policyname, roles, qual, with_check) from pg_policies
        where schemaname = 'public'
     ) lines`,
  )
  return rows.map(({ line }) => line).toSorted()
}

/** Nothing of a restore is left over: no scratch schema and no hold. */
export async function expectNothingLeft(platform: Pick<TestPlatform, 'core'>): Promise<void> {
  const [left] = await rowsOf(
    platform,
    `select to_regnamespace('${SCRATCH_SCHEMA}') as schema, (select count(*)::int from platform_hold) as holds`,
  )
  expect(left).toEqual({ schema: null, holds: 0 })
  expect(await platform.core.settings.hold()).toBeNull()
}

/** The archive with its rows changed, table by table, and a manifest that fits them. */
export async function craftArchive(
  archive: Buffer,
  change: (table: string, rows: string[]) => string[],
  manifest: Partial<Manifest> = {},
  arrange = (tables: TestTable[]) => tables,
): Promise<Buffer> {
  const opened = await openArchive(Readable.from([archive]))
  const tables: TestTable[] = []
  for await (const { name, columns, parts } of opened.tables()) {
    const rows: string[] = []
    for await (const part of parts) rows.push(...Buffer.concat(part).toString('utf8').split('\n').slice(0, -1))
    tables.push({ name, columns, rows: change(name, rows) })
  }
  const { tables: _, ...rest } = opened.manifest
  return packed(arrange(tables), undefined, { ...rest, ...manifest })
}
