import { z } from 'zod'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError } from '#core/server/errors.ts'
import { MIGRATIONS_TABLE } from '#core/server/database/migrations.ts'
import { WAITING_JOBS_TABLE } from './load-archive.ts'
import { SCRATCH_SCHEMA } from './scratch.ts'

interface SwapPlan {
  /** Tables of the platform that stay as they are, with their partitions. */
  keep: readonly string[]
  /** Every migration that the scratch schema has, in the order in which they ran. */
  migrations: readonly string[]
  /** Queues of jobs that stay. */
  keepQueues: readonly string[]
}

/**
 * Puts the tables, functions, sequences and types of the scratch schema where those of the same names are now, and
 * drops these and the scratch schema, with the commit of the scope. What the scratch schema knows nothing of stays.
 * The jobs that wait are replaced too.
 * @throws errors of PostgreSQL, lock_not_available (55P03) among them
 */
export async function swapSchemas(scope: PlatformScope, plan: SwapPlan, patience: string): Promise<void> {
  // Knex takes question marks for places of values.
  const run = (sql: string) => scope.trx.raw(sql.replaceAll('?', '\\?'))
  const ask = async <Row extends object>(text: string) =>
    (await scope.trx.raw<{ rows: Row[] }>(text, [[...plan.keep]])).rows
  const list = async (text: string) => (await ask<{ sql: string }>(text)).map(({ sql }) => sql)
  // The login role, which owns everything; for this transaction, until it is the operator's again.
  await run(`set local role none; set local lock_timeout = '${patience}'; set local search_path = public`)
  await run(`lock table ${(await list(toLock)).join(', ')} in access exclusive mode`)
  const dependents = await ask<{ off: string; on: string }>(ofKept)
  const statements = [
    ...dependents.map(({ off }) => off),
    ...(await list(toDrop)),
    ...(await list(toMove)),
    ...dependents.map(({ on }) => on),
  ]
  try {
    await run(statements.join(';\n'))
  } catch (error) {
    throw foreignDependent(error)
  }
  await replaceMigrations(scope, plan.migrations)
  await replaceJobs(scope, plan.keepQueues)
  await run(`drop schema ${SCRATCH_SCHEMA} cascade; set local role trellis_operator`)
}

function foreignDependent(error: unknown): unknown {
  const { code, message, detail } = error as { code?: string; message?: string; detail?: string }
  if (code !== '2BP01') return error
  return new AppError(
    'backup.in-the-way',
    409,
    `Something in the database that is not the platform's depends on its tables. Remove it first: ${detail ?? message}`,
    { cause: error },
  )
}

const deleteMigrations = statement(`delete from ${MIGRATIONS_TABLE} where name = any ($1::text[])`)

const insertMigrations = statement(`insert into ${MIGRATIONS_TABLE} (name, batch, migration_time)
     select name, 1, now() from unnest($1::text[]) with ordinality as known (name, position) order by position`)

async function replaceMigrations(scope: PlatformScope, migrations: readonly string[]): Promise<void> {
  await scope.rows(deleteMigrations, [migrations])
  await scope.rows(insertMigrations, [migrations])
}

const deleteOtherJobs = statement(
  `delete from pgboss.job where name <> all ($1::text[]) and name not like '\\_\\_pgboss\\_\\_%'`,
)

const selectJobColumns = statement(
  z.object({ columns: z.string().nullable() }),
  `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
      where attrelid = to_regclass($1) and attnum > 0 and not attisdropped`,
)

/**
 * Replaces the jobs: those waiting for what is gone are not done; those that the archive's platform still had to do
 * are.
 */
async function replaceJobs(scope: PlatformScope, keepQueues: readonly string[]): Promise<void> {
  await scope.rows(deleteOtherJobs, [keepQueues])
  const [waiting] = await scope.rows(selectJobColumns, [`${SCRATCH_SCHEMA}.${WAITING_JOBS_TABLE}`])
  if (!waiting?.columns) return
  await scope.trx.raw(
    `insert into pgboss.job (${waiting.columns})
     select ${waiting.columns} from ${SCRATCH_SCHEMA}.${WAITING_JOBS_TABLE}
      where name in (select name from pgboss.queue) on conflict do nothing`,
  )
  // An archive does not hold it; without one, the job of a killed worker would wait for its expiry.
  await scope.trx.raw(`update pgboss.job j set heartbeat_seconds = q.heartbeat_seconds
    from pgboss.queue q where q.name = j.name and j.heartbeat_seconds is null and j.state in ('created', 'retry')`)
}

/** Names of the kept tables and of their partitions, in both schemas; what is not here cannot be kept. */
const keptTables = `
  kept as (
    with recursive part as (
      select oid, relname, relnamespace from pg_class
       where relname = any (?::text[]) and relnamespace in ('public'::regnamespace, '${SCRATCH_SCHEMA}'::regnamespace)
         and to_regclass(format('public.%I', relname)) is not null
      union
      select c.oid, c.relname, c.relnamespace from part
        join pg_inherits i on i.inhparent = part.oid join pg_class c on c.oid = i.inhrelid)
    select * from part)`

/** Relations of the scratch schema that are to be moved; sequences of columns move with their tables. */
const movedTables = `
  moved as (
    select c.oid, c.relname, c.relkind from pg_class c
     where c.relnamespace = '${SCRATCH_SCHEMA}'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')
       and c.relname <> '${WAITING_JOBS_TABLE}' and c.oid not in (select oid from kept)
       and not (c.relkind = 'S' and exists (
         select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i') and d.classid = 'pg_class'::regclass
            and d.refclassid = 'pg_class'::regclass)))`

const kindOf = `case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end`

const toLock = `
  with ${keptTables}, ${movedTables}
  select format('%I.%I', n.nspname, c.relname) as sql
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where c.relkind in ('r', 'p') and (c.oid in (select oid from moved)
      or (c.relnamespace = 'public'::regnamespace and c.relname in (select relname from moved)))
   order by n.nspname = '${SCRATCH_SCHEMA}', c.relkind <> 'p', c.relname`

/**
 * Functions of the scratch schema that no extension brought. Their arguments are written as when tables and types have
 * been moved, and as PostgreSQL writes those of the functions that they replace.
 */
const routines = `
  routines as (
    select p.oid, p.proname, p.proconfig,
           replace(pg_get_function_identity_arguments(p.oid), '${SCRATCH_SCHEMA}.', 'public.') as arguments,
           replace(pg_get_function_identity_arguments(p.oid), '${SCRATCH_SCHEMA}.', '') as before
      from pg_proc p where p.pronamespace = '${SCRATCH_SCHEMA}'::regnamespace
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e'))`

/** Enumerations, domains and composite types that are no table's. */
const types = `
  types as (
    select t.oid, t.typname, t.typtype from pg_type t left join pg_class c on c.oid = t.typrelid
     where t.typnamespace = '${SCRATCH_SCHEMA}'::regnamespace and (t.typtype in ('e', 'd') or c.relkind = 'c'))`

const toDrop = `
  with ${keptTables}, ${movedTables}, ${routines}, ${types}
  select sql from (
    select 1 as step, format('drop view public.%I', c.relname) as sql from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'v' and c.relname in (select relname from moved)
    union all
    select 2, 'drop table ' || string_agg(format('public.%I', c.relname), ', ') from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname in (select relname from moved) having count(*) > 0
    union all
    select 3, format('drop sequence public.%I', c.relname) from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'S'
       and c.relname in (select relname from moved where relkind = 'S')
    union all
    -- Before the tables where rows of theirs are arguments or results, after them where they compute defaults.
    select case when exists (
        select from pg_depend d join pg_type t on t.oid = d.refobjid left join pg_class c on c.oid = t.typrelid
         where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.refclassid = 'pg_type'::regclass
           and c.relnamespace = 'public'::regnamespace) then 1.5 else 4 end,
      format('drop routine public.%I(%s)', p.proname, pg_get_function_identity_arguments(p.oid)) from pg_proc p
      join routines r on r.proname = p.proname and r.before = pg_get_function_identity_arguments(p.oid)
     where p.pronamespace = 'public'::regnamespace
    union all
    select 5, format('drop type public.%I', t.typname) from pg_type t
     where t.typnamespace = 'public'::regnamespace and t.typname in (select typname from types)
    union all
    -- Tables that were loaded beside ones that stay.
    select 6, 'drop table ' || string_agg(format('%I.%I', '${SCRATCH_SCHEMA}', c.relname), ', ') from pg_class c
     where c.oid in (select oid from kept) and c.relnamespace = '${SCRATCH_SCHEMA}'::regnamespace and not c.relispartition
    having count(*) > 0
  ) as steps order by step`

const toMove = `
  with ${keptTables}, ${movedTables}, ${routines}, ${types}
  select sql from (
    select 1 as step, format('alter %s %I.%I set schema public', ${kindOf}, '${SCRATCH_SCHEMA}', relname) as sql from moved
    union all
    select 3, format('alter routine %I.%I(%s) set schema public', '${SCRATCH_SCHEMA}', proname, arguments) from routines
    union all
    select 4, format('alter routine public.%I(%s) set search_path = %s', proname, arguments,
             replace(substring(setting from 13), '${SCRATCH_SCHEMA}, ', ''))
      from routines cross join unnest(proconfig) as setting where setting like 'search_path=${SCRATCH_SCHEMA}, %'
    union all
    select 2, format('alter type %I.%I set schema public', '${SCRATCH_SCHEMA}', typname) from types
  ) as steps order by step`

/** Defaults and triggers of kept tables that call functions which are replaced: taken off, and put on again after. */
const ofKept = `
  with ${keptTables}, ${routines}, replaced as (
    select p.oid from pg_proc p
      join routines r on r.proname = p.proname and r.before = pg_get_function_identity_arguments(p.oid)
     where p.pronamespace = 'public'::regnamespace)
  select format('alter table public.%I alter column %I drop default', c.relname, a.attname) as off,
         format('alter table public.%I alter column %I set default %s', c.relname, a.attname,
           pg_get_expr(d.adbin, d.adrelid)) as on
    from pg_attrdef d join pg_class c on c.oid = d.adrelid
    join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
   where c.oid in (select oid from kept) and c.relnamespace = 'public'::regnamespace and a.attgenerated = ''
     and exists (select from pg_depend p where p.classid = 'pg_attrdef'::regclass and p.objid = d.oid
                    and p.refclassid = 'pg_proc'::regclass and p.refobjid in (select oid from replaced))
  union all
  select format('drop trigger %I on public.%I', t.tgname, c.relname), pg_get_triggerdef(t.oid)
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
   where c.oid in (select oid from kept) and c.relnamespace = 'public'::regnamespace and not t.tgisinternal
     and t.tgparentid = 0 and t.tgfoid in (select oid from replaced)`
