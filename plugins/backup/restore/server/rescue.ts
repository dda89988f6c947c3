import pg from 'pg'
import { listMigrations, MIGRATIONS_TABLE } from '#core/server/database/migrations.ts'
import { loginClient } from '#core/server/database/pool.ts'
import type { Core } from '#core/server/core.ts'
import { requireDatabaseUrl } from '#core/server/database/require-database-url.ts'
import { migrateScratch } from './migrate-scratch.ts'
import { SCRATCH_SCHEMA, withScratch } from './scratch.ts'

/** Damage of a database that no platform can be started on, or that none could be saved from. */
export interface Brokenness {
  /** Tables, and columns as `table.column`, that migrations have made and that are gone; or that are there before they ran. */
  found: string[]
  /** Migrations whose tables exist, as far as that can be determined. */
  migrations: string[]
}

/**
 * Holds the tables of a database against those that its migrations make.
 * @returns undefined where they are as they should be, where there are none of the platform's, and where a newer version
 *   has made them
 */
export async function brokennessOf(core: Core): Promise<Brokenness | undefined> {
  const applied = await appliedMigrations(core)
  const known = await listMigrations(core.migrations)
  const names = new Set(known.map(({ name }) => name))
  if (applied.some((name) => !names.has(name))) return undefined
  const done = new Set(applied)
  return withScratch(requireDatabaseUrl(core), async ({ client }) => {
    const here = await columnsIn(client, 'public')
    if (here.size === 0) return undefined
    await migrateScratch(
      client,
      known.filter(({ name }) => done.has(name)),
    )
    const expected = await columnsIn(client, SCRATCH_SCHEMA)
    const missing = [...expected].filter((column) => !here.has(column))
    await migrateScratch(
      client,
      known.filter(({ name }) => !done.has(name)),
    )
    const later = await columnsIn(client, SCRATCH_SCHEMA)
    const early = [...later].filter((column) => !expected.has(column) && here.has(column))
    if (missing.length + early.length === 0) return undefined
    return {
      found: tablesFirst([...missing, ...early]),
      migrations: early.length > 0 ? known.map(({ name }) => name) : [...applied],
    }
  })
}

/** Columns of tables that are named themselves say nothing more. */
function tablesFirst(found: readonly string[]): string[] {
  const tables = new Set(found.filter((name) => !name.includes('.')))
  return found.filter((name) => !name.includes('.') || !tables.has(name.split('.')[0] ?? ''))
}

async function appliedMigrations(core: Core): Promise<string[]> {
  const client = loginClient(requireDatabaseUrl(core))
  await client.connect()
  try {
    const { rowCount } = await client.query('select where to_regclass($1) is not null', [`public.${MIGRATIONS_TABLE}`])
    if (!rowCount) return []
    const { rows } = await client.query<{ name: string }>(`select name from public.${MIGRATIONS_TABLE} order by id`)
    return rows.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/** `table` and `table.column` for each, but for partitions, which come and go. */
async function columnsIn(client: pg.Client, schema: string): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname || coalesce('.' || a.attname, '') as name
       from pg_class c
       cross join lateral (
         select null as attname union all
         select attname from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) a
      where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname not in ($2::text, $2::text || '_lock')
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`,
    [schema, MIGRATIONS_TABLE],
  )
  return new Set(rows.map(({ name }) => name))
}

/** Moves everything that is in `public`, and that no extension brought, into a schema of this name, which the operator reads. */
export async function putAside(core: Core, schema: string): Promise<void> {
  const name = pg.escapeIdentifier(schema)
  const client = loginClient(requireDatabaseUrl(core))
  await client.connect()
  try {
    await client.query(`begin; create schema ${name}; grant usage on schema ${name} to trellis_operator`)
    const { rows } = await client.query<{ sql: string }>(everythingInPublic, [schema])
    for (const { sql } of rows) await client.query(sql)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

// Sequences of columns and indexes move with their tables; partitions do not. Routines go first: a row that one takes is
// found by its table's name.
const everythingInPublic = `
  select format('alter routine public.%I(%s) set schema %I', proname, pg_get_function_identity_arguments(p.oid), $1::text) as sql, 1 as place
    from pg_proc p
   where pronamespace = 'public'::regnamespace
     and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  union all
  select format('alter %s public.%I set schema %I',
           case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
           relname, $1::text), 2
    from pg_class c
   where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
     and not exists (select from pg_depend d where d.objid = c.oid and (d.deptype = 'e'
       or (d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i') and c.relkind = 'S')))
  union all
  select format('alter type public.%I set schema %I', typname, $1::text), 3
    from pg_type t left join pg_class c on c.oid = t.typrelid
   where typnamespace = 'public'::regnamespace and (typtype in ('e', 'd') or c.relkind = 'c')
     and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e')
  order by place`
