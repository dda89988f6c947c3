import type pg from 'pg'
import { JOBS_TABLE, partitionBounds } from '../../archive/server/manifest.ts'

export interface StoredTable {
  name: string
  /** The partition of it that is meant; undefined for the whole table. */
  partition?: { name: string; condition: string | null }
  /** Columns that are not computed from others. */
  columns: string[]
  /** True if its rows belong to organizations. */
  owned: boolean
  /** True if some of its rows are the platform's, which every organization reads (`sharedCatalogue`). */
  isCatalog: boolean
  /** Number of rows when the server last counted them; for the progress alone. */
  estimatedRows: number
}

interface Reference {
  from: string
  to: string
  /** The columns of `from` that refer, and those of `to` that they mean. */
  columns: string[]
  meant: string[]
}

export interface Schema {
  tables: StoredTable[]
  references: Reference[]
  sequences: { table: string; column: string; lastValue: number | null }[]
  /** Partitions of tables whose bounds a manifest can express. */
  partitions: StoredPartition[]
}

interface StoredPartition {
  table: string
  name: string
  bounds: string
  /** Which rows are in there; null where all that there are. */
  condition: string | null
  estimatedRows: number
}

// Estimated from the size before the first count: a row has about 150 bytes.
const estimatedRows = `(case when c.reltuples >= 0 then c.reltuples else pg_relation_size(c.oid) / 150 end)::float8`

/** SQL condition on a row `a` of pg_attribute: true for the column in which `sharedCatalogue` stores the owner of a row. */
export const IS_OWNER = `a.attname = 'owner' and a.attgenerated <> '' and not a.attisdropped`

const tablesQuery = `
  select c.relname as name,
         (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
           where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
         exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)
           as owned,
         exists (select from pg_attribute a where a.attrelid = c.oid and ${IS_OWNER}) as "isCatalog",
         ${estimatedRows} as "estimatedRows"
    from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
   -- The largest are partitioned: while they are loaded, the indexes of all others are built beside.
   order by c.relkind = 'p', c.relname`

const referencesQuery = `
  select conrelid::regclass::text as from, confrelid::regclass::text as to,
         (select array_agg(a.attname::text order by k.place) from unnest(conkey) with ordinality as k (number, place)
            join pg_attribute a on a.attrelid = conrelid and a.attnum = k.number) as columns,
         (select array_agg(a.attname::text order by k.place) from unnest(confkey) with ordinality as k (number, place)
            join pg_attribute a on a.attrelid = confrelid and a.attnum = k.number) as meant
    from pg_constraint
   where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
   order by conname`

const sequencesQuery = `
  select t.relname as table, a.attname as column, q.last_value as "lastValue"
    from pg_class s
    join pg_depend d on d.objid = s.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')
    join pg_class t on t.oid = d.refobjid
    join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
    join pg_sequences q on q.schemaname = 'public' and q.sequencename = s.relname
   where s.relkind = 'S' and s.relnamespace = 'public'::regnamespace
   order by 1, 2`

const partitionsQuery = `
  select p.relname as table, c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds,
         pg_get_partition_constraintdef(c.oid) as condition, ${estimatedRows} as "estimatedRows"
    from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
   where p.relkind = 'p' and c.relkind = 'r' and p.relnamespace = 'public'::regnamespace
   order by 1, 2`

/** The tables of the platform but for `left`, each after those that its rows refer to, where that is possible. */
export async function readSchema(client: pg.Client, left: readonly string[]): Promise<Schema> {
  const { rows: all } = await client.query<StoredTable>(tablesQuery)
  const tables = all.filter(({ name }) => !left.includes(name))
  if (tables.some(({ name }) => name === JOBS_TABLE)) {
    throw new Error(`No table may be called ${JOBS_TABLE}: archives keep waiting jobs under that name`)
  }
  const names = new Set(tables.map(({ name }) => name))
  const { rows: references } = await client.query<Reference>(referencesQuery)
  const { rows: sequences } = await client.query<Schema['sequences'][number]>(sequencesQuery)
  const { rows: partitions } = await client.query<Schema['partitions'][number]>(partitionsQuery)
  const untold = new Set(partitions.filter(({ bounds }) => !partitionBounds.test(bounds)).map(({ table }) => table))
  const inside = references.filter(({ from, to }) => names.has(from) && names.has(to))
  return {
    tables: sortTables(tables, inside),
    references: inside,
    sequences: sequences.filter(({ table }) => names.has(table)),
    partitions: partitions.filter(({ table }) => names.has(table) && !untold.has(table)),
  }
}

/** The tables with their partitions in their places, each of which is loaded and built by itself. */
export function divideTables({ tables, partitions }: Schema): StoredTable[] {
  return tables.flatMap((table) => {
    const parts = partitions.filter((partition) => partition.table === table.name)
    if (parts.length === 0) return [table]
    return parts.map(({ name, condition, estimatedRows }) => ({
      ...table,
      partition: { name, condition },
      estimatedRows,
    }))
  })
}

function sortTables(tables: readonly StoredTable[], references: readonly Reference[]): StoredTable[] {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const done = new Set<StoredTable>()
  const seen = new Set<string>()
  const visit = (name: string) => {
    const table = byName.get(name)
    // Seen and not done: a circle, where one of them has to come first.
    if (!table || seen.has(name)) return
    seen.add(name)
    for (const { from, to } of references) if (from === name) visit(to)
    done.add(table)
  }
  for (const { name } of tables) visit(name)
  return [...done]
}
