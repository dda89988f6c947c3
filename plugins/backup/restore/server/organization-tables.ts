import type { PlatformScope } from '#core/server/core.ts'
import { IS_OWNER } from '../../creating/server/schema.ts'
import { SCRATCH_SCHEMA } from './scratch.ts'

export interface MovedColumn {
  name: string
  type: string
  isNullable: boolean
  isIdentity: boolean
}

/** A foreign key of the real tables. */
export interface Reference {
  from: string
  to: string
  columns: string[]
  meant: string[]
}

export interface MovedTable {
  name: string
  columns: MovedColumn[]
  references: Reference[]
  /** Rows are added to it and never taken away. */
  isLedger: boolean
  /** True if some of its rows are the platform's, and others an organization's. */
  isCatalog: boolean
}

export interface OrganizationTables {
  /** Tables whose rows are moved, referenced ones first; without the organization's own row. */
  moved: MovedTable[]
  /** The columns of the organization's own row. */
  tenants: MovedTable
  /** Tables with rows of the platform instead of organizations, at least some. */
  shared: Map<string, MovedTable>
  /** Tables whose rows are deleted and not replaced. */
  emptied: string[]
}

/** Lists the tables of an organization in the real schema, which the scratch schema has become equal to. */
export async function organizationTables(
  { core, trx }: PlatformScope,
  { copying }: { copying: boolean },
): Promise<OrganizationTables> {
  const { trails, ledgers, installation, ephemeral, documents } = core.storage
  const { rows: tables } = await trx.raw<{
    rows: (Omit<MovedTable, 'references' | 'isLedger'> & { isOwned: boolean })[]
  }>(tablesQuery)
  const { rows: references } = await trx.raw<{ rows: Reference[] }>(referencesQuery)
  const left = new Set([...trails, ...installation, ...ephemeral, ...(copying ? documents : [])])
  const all = tables.map((table) => ({
    ...table,
    references: references.filter(({ from }) => from === table.name),
    isLedger: ledgers.includes(table.name),
  }))
  const tenants = all.find(({ name }) => name === 'tenants')
  if (!tenants) throw new Error('There is no table of organizations')
  return {
    moved: sortTables(all.filter(({ name, isOwned }) => isOwned && !left.has(name))),
    tenants,
    shared: new Map(
      all
        .filter(
          ({ name, isOwned, isCatalog }) =>
            (!isOwned || isCatalog) && name !== 'tenants' && !installation.includes(name),
        )
        .map((table) => [table.name, table]),
    ),
    emptied: all.filter(({ name, isOwned }) => isOwned && ephemeral.includes(name)).map(({ name }) => name),
  }
}

function sortTables(tables: readonly MovedTable[]): MovedTable[] {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const done = new Set<MovedTable>()
  const seen = new Set<string>()
  const visit = (name: string) => {
    const table = byName.get(name)
    if (!table || seen.has(name)) return
    seen.add(name)
    for (const { to } of table.references) visit(to)
    done.add(table)
  }
  for (const { name } of tables) visit(name)
  return [...done]
}

// Only what both schemas have: the platform's own tables.
const tablesQuery = `
  select c.relname as name,
         exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)
           as "isOwned",
         exists (select from pg_attribute a where a.attrelid = c.oid and ${IS_OWNER}) as "isCatalog",
         (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
             'isNullable', not a.attnotnull, 'isIdentity', a.attidentity <> '') order by a.attnum)
            from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
             and a.attgenerated = '') as columns
    from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     and exists (select from pg_class s where s.relnamespace = '${SCRATCH_SCHEMA}'::regnamespace and s.relname = c.relname)
   order by c.relname`

const referencesQuery = `
  select child.relname as from, parent.relname as to,
         (select array_agg(a.attname::text order by k.place) from unnest(conkey) with ordinality as k (number, place)
            join pg_attribute a on a.attrelid = conrelid and a.attnum = k.number) as columns,
         (select array_agg(a.attname::text order by k.place) from unnest(confkey) with ordinality as k (number, place)
            join pg_attribute a on a.attrelid = confrelid and a.attnum = k.number) as meant
    from pg_constraint
    join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
   where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
   order by conname`
