import type pg from 'pg'
import { SCRATCH_SCHEMA } from './scratch.ts'

/** Parts that make loading slow or wrong, taken off a table, and the statements that put them back. */
export interface PutAside {
  /** Quoted where it has to be. */
  table: string
  isPartitioned: boolean
  /** Parts taken off its partitions, which are complete before it is. */
  partitions: PutAside[]
  /** Table of which this is the default partition; rows that the table would put elsewhere now may be in it. */
  defaultOf: string | null
  /** Have the table to themselves: constraints whose index cannot be built beside others. */
  exclusive: string[]
  /** Indexes, which are built beside each other. */
  indexes: IndexBuild[]
  /** Make constraints, and indexes of partitioned tables, of what has been built; take no time. */
  last: string[]
  /** Statements that analyze beside each other, so that the planner knows the rows. */
  analyzed: string[]
}

export interface IndexBuild {
  sql: string
  /** Relative duration, compared to others of as many rows. */
  weight: number
}

export interface BareSchema {
  /** Tables by name, partitions among them. */
  tables: Map<string, PutAside>
  /** For when every table is complete. */
  foreignKeys: ForeignKey[]
  /** Triggers and row-level security of the owners. */
  rules: string[]
}

export interface ForeignKey {
  off: string
  on: string
  from: string
  to: string
  /** The columns of `from` that refer, and those of `to` that they mean. */
  columns: string[]
  meant: string[]
  /** Columns among `columns` that become empty when what they refer to is deleted. */
  emptied: string[]
  /** Foreign keys between rows of one organization, or to rows of none, but not to users of the platform. */
  isInside: boolean
}

interface Index {
  /** True for an index of words in texts, say, which takes far longer than one of values. */
  isInverted: boolean
  /** To be built with; null for what other work gets. */
  memory: string | null
  table: string
  name: string
  definition: string
  isUnique: boolean
  isPartitioned: boolean
  /** True for a part of a partitioned table's index, with which it comes and goes. */
  isPart: boolean
  /** Null for an index that is no constraint's. */
  constraint: string | null
  constraintDefinition: string | null
  kind: 'p' | 'u' | 'x' | null
  suffix: string
}

interface TableRow {
  name: string
  table: string
  isPartitioned: boolean
  partitions: string[]
  defaultOf: string | null
  analyzed: string[]
}

interface Statements {
  off: string
  on: string
}

/**
 * Takes foreign keys, keys, indexes, triggers and the owners' row-level security off every table of the scratch schema.
 * @param onlyRules leaves away for good the indexes that enforce nothing: enough to try whether an archive fits
 */
export async function bareSchema(client: pg.Client, { onlyRules }: { onlyRules: boolean }): Promise<BareSchema> {
  const query = async <Row extends pg.QueryResultRow>(text: string) =>
    (await client.query<Row>(text, [SCRATCH_SCHEMA])).rows
  const tables = await query<TableRow>(tableList)
  const references = await query<ForeignKey>(foreignKeys)
  const indexes = await query<Index>(indexList)
  const rules = [
    ...(await query<Statements>(triggers)),
    ...(await query<Statements>(ownersSecurity)),
    ...(await query<Statements>(housekeeping)),
  ]
  const off = [
    ...references.map((statements) => statements.off),
    ...indexes
      .filter(({ isPart }) => !isPart)
      .map(({ table, name, constraint }) =>
        constraint ? `alter table ${table} drop constraint ${constraint}` : `drop index ${name}`,
      ),
    ...rules.map((statements) => statements.off),
  ]
  await client.query(`begin; ${off.join('; ')}; commit`)
  const putAside = new Map<string, PutAside>()
  // Partitions come first, so that their tables find them.
  for (const { name, partitions, ...row } of tables) {
    const own = indexes.filter(
      (index) => index.table === row.table && (!onlyRules || index.isUnique || index.constraint !== null),
    )
    putAside.set(name, {
      ...row,
      partitions: partitions.flatMap((partition) => putAside.get(partition) ?? []),
      ...rebuildSteps(own, row.isPartitioned),
    })
  }
  return {
    tables: putAside,
    foreignKeys: references,
    rules: rules.map((statements) => statements.on),
  }
}

function rebuildSteps(
  indexes: readonly Index[],
  isPartitioned: boolean,
): Pick<PutAside, 'exclusive' | 'indexes' | 'last'> {
  const whole = ({ table, constraint, constraintDefinition }: Index) =>
    `alter table ${table} add constraint ${constraint} ${constraintDefinition}`
  // They take what was built of the partitions.
  if (isPartitioned) {
    const last = indexes.map((index) => (index.constraint === null ? index.definition : whole(index)))
    return { exclusive: [], indexes: [], last }
  }
  const beside = ({ constraint, kind, definition }: Index) =>
    constraint === null || (kind !== 'x' && / USING btree /.test(definition))
  return {
    exclusive: indexes.filter((index) => !beside(index)).map(whole),
    indexes: indexes.filter(beside).map(({ definition, isInverted, memory }) => ({
      sql: memory ? `set local maintenance_work_mem = '${memory}'; ${definition}` : definition,
      weight: isInverted ? GIN_COST_FACTOR : 1,
    })),
    last: indexes.filter(beside).flatMap(({ table, name, constraint, kind, suffix }) => {
      if (constraint === null) return []
      const what = kind === 'p' ? 'primary key' : 'unique'
      return [`alter table ${table} add constraint ${constraint} ${what} using index ${name}${suffix}`]
    }),
  }
}

/** So many times longer than a B-tree takes one of GIN to build, about. */
const GIN_COST_FACTOR = 12

// To analyze a partitioned table does each of its partitions once more, one after the other, unless PostgreSQL 18 is told
// not to. Before, the partitions are analyzed alone, as the server's own housekeeping does.
const tableList = `
  select relname as name, quote_ident(relname) as table, relkind = 'p' as "isPartitioned", partitions,
         (select inhparent::regclass::text from pg_inherits
           where inhrelid = pg_class.oid and pg_get_expr(relpartbound, pg_class.oid) = 'DEFAULT') as "defaultOf",
         case when relkind = 'r' then array[quote_ident(relname)]
              when current_setting('server_version_num')::int < 180000 then '{}'
              else array['only ' || quote_ident(relname)] end as analyzed
    from pg_class
    cross join lateral (
      select coalesce(array_agg(part.relname::text), '{}') as partitions
        from pg_inherits join pg_class part on part.oid = inhrelid where inhparent = pg_class.oid
    ) as parts
   where relnamespace = $1::regnamespace and relkind in ('r', 'p') order by relkind = 'p', relname`

const foreignKeys = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as off,
         format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as on,
         not exists (select from pg_attribute where attrelid = confrelid and attname = 'tenant_id')
           or exists (select from pg_attribute where attrelid = conrelid and attname = 'tenant_id' and attnum = any (conkey))
           as "isInside",
         conrelid::regclass::text as from, confrelid::regclass::text as to,
         (select array_agg(quote_ident(a.attname) order by k.place) from unnest(conkey) with ordinality as k (number, place)
            join pg_attribute a on a.attrelid = conrelid and a.attnum = k.number) as columns,
         (select array_agg(quote_ident(a.attname) order by k.place) from unnest(confkey) with ordinality as k (number, place)
            join pg_attribute a on a.attrelid = confrelid and a.attnum = k.number) as meant,
         (select coalesce(array_agg(quote_ident(a.attname)), '{}') from pg_attribute a where a.attrelid = conrelid
            and confdeltype = 'n' and a.attnum = any (coalesce(confdelsetcols, conkey))) as emptied
    from pg_constraint
   where connamespace = $1::regnamespace and contype = 'f' and conparentid = 0 order by conrelid::regclass::text, conname`

// Of a partitioned index PostgreSQL writes ONLY, without its parts. What GIN has gathered is looked up for every word of
// every row: with no more than fits into a processor's cache it takes a tenth less. PostgreSQL 18 divides the memory among
// several workers, and gives none of them so little.
const indexList = `
  select i.indrelid::regclass::text as table, quote_ident(c.relname) as name,
         replace(pg_get_indexdef(c.oid), ' ON ONLY ', ' ON ') as definition, i.indisunique as "isUnique",
         c.relkind = 'I' as "isPartitioned", c.relispartition as "isPart", a.amname = 'gin' as "isInverted",
         case when a.amname = 'gin' and current_setting('server_version_num')::int < 180000 then '32MB' end as memory,
         quote_ident(k.conname) as constraint,
         pg_get_constraintdef(k.oid) as "constraintDefinition", k.contype as kind,
         case when k.condeferrable then ' deferrable' else '' end ||
         case when k.condeferred then ' initially deferred' else '' end as suffix
    from pg_index i
    join pg_class c on c.oid = i.indexrelid
    join pg_class t on t.oid = i.indrelid
    join pg_am a on a.oid = c.relam
    left join pg_constraint k on k.conindid = c.oid and k.contype in ('p', 'u', 'x') and k.conrelid = i.indrelid
   where t.relnamespace = $1::regnamespace and t.relkind in ('r', 'p') order by c.relname`

const triggers = `
  select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as off,
         format('alter table %s enable %s trigger %I', tgrelid::regclass,
           case tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, tgname) as on
    from pg_trigger
   where tgrelid in (select oid from pg_class where relnamespace = $1::regnamespace)
     and not tgisinternal and tgparentid = 0 and tgenabled <> 'D'`

// COPY is refused where policies apply, and forced ones apply to the owner too, unless it is a superuser.
const ownersSecurity = `
  select format('alter table %s no force row level security', oid::regclass) as off,
         format('alter table %s force row level security', oid::regclass) as on
    from pg_class where relnamespace = $1::regnamespace and relforcerowsecurity`

// There are no dead rows to clear away, and what is restored is analyzed when it is complete: the server's own housekeeping
// would only do it once more, at the same time.
const housekeeping = `
  select format('alter table %s set (autovacuum_enabled = off)', oid::regclass) as off,
         format('alter table %s reset (autovacuum_enabled)', oid::regclass) as on
    from pg_class where relnamespace = $1::regnamespace and relkind = 'r'
     and not coalesce(reloptions::text like '%autovacuum_enabled=%', false)`
