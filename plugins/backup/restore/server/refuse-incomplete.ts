import type pg from 'pg'
import { listText } from '#core/server/texts.ts'
import { ArchiveError } from '../../archive/server/archive-error.ts'
import { JOBS_TABLE, type Manifest } from '../../archive/server/manifest.ts'
import { IS_OWNER } from '../../creating/server/schema.ts'
import { SCRATCH_SCHEMA } from './scratch.ts'

interface MigratedTable {
  name: string
  /** Table of which it is a partition; its own name otherwise. */
  whole: string
  /** True if its rows belong to organizations. */
  isOwned: boolean
  /** True if some of its rows are the platform's all the same. */
  isCatalog: boolean
  /** Columns that can be written. */
  columns: string[]
}

const INCOMPLETE_ADVICE = '. To restore what there is of it: --incomplete'

interface Requirement {
  /** Tables that archives leave away. */
  left: readonly string[]
  /** False for an archive of which it is known that it lacks something. */
  isWhole: boolean
}

/**
 * An archive of everything holds all tables that its own migrations make, with all of their columns; one of an
 * organization those whose rows belong to organizations, and no other.
 * @throws ArchiveError
 */
export async function refuseLacking(
  client: pg.Client,
  manifest: Manifest,
  { left, isWhole }: Requirement,
): Promise<void> {
  const { tables, partitions = [], scope } = manifest
  const known = await tablesOf(client)
  const byName = new Map(known.map((table) => [table.name, table]))
  const archived = new Map(tables.map((table) => [table.name, table]))
  const isOfOne = (name: string) => name === 'tenants' || byName.get(name)?.isOwned === true
  if (scope.kind === 'organization') {
    const other = tables.find(({ name }) => !isOfOne(byName.get(name)?.whole ?? name))
    if (other) throw new ArchiveError(`The archive is of one organization and holds a table of none: ${other.name}`)
    refuseUnreferred(manifest, await referredTables(client, known))
  } else {
    refuseUnreferred(manifest, new Set())
  }
  if (!isWhole) return
  const parts = partitions.flatMap(({ table, name }) => (archived.has(name) || archived.has(table) ? [] : [name]))
  const held = new Set(tables.flatMap(({ name }) => byName.get(name)?.whole ?? []))
  const missing = known
    .filter(({ name, whole }) => name === whole && !left.includes(name) && !held.has(name))
    .filter(({ name }) => scope.kind === 'everything' || isOfOne(name))
    .map(({ name }) => name)
  refuseAny([...missing, ...parts], (names) => `The archive does not hold ${names}, which its migrations make`)
  const short = tables.flatMap(({ name, columns }) => {
    if (name === JOBS_TABLE && !byName.has(name)) return []
    const own = new Set(columns)
    return (byName.get(name)?.columns ?? []).filter((column) => !own.has(column)).map((column) => `${name}.${column}`)
  })
  refuseAny(short, (names) => `The archive does not hold ${names}, which its migrations make`)
}

const MAX_NAMED = 3

function refuseAny(names: readonly string[], sentence: (names: string) => string): void {
  if (names.length === 0) return
  const more = names.length > MAX_NAMED ? [`${names.length - MAX_NAMED} more`] : []
  throw new ArchiveError(sentence(listText([...names.slice(0, MAX_NAMED), ...more])) + INCOMPLETE_ADVICE)
}

/** Rows of the platform come with an organization where its own refer to them, and no others. */
function refuseUnreferred({ references }: Manifest, referred: ReadonlySet<string>): void {
  const other = references.find(({ table }) => !referred.has(table))
  if (other) throw new ArchiveError(`The manifest brings rows of ${other.table}, which is not as expected`)
}

async function referredTables(client: pg.Client, known: readonly MigratedTable[]): Promise<Set<string>> {
  const owned = known.filter(({ name, isOwned }) => isOwned || name === 'tenants').map(({ name }) => name)
  const catalogs = new Set(known.filter(({ isCatalog }) => isCatalog).map(({ name }) => name))
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `select child.relname as from, parent.relname as to from pg_constraint
       join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
      where contype = 'f' and connamespace = $1::regnamespace and conparentid = 0`,
    [SCRATCH_SCHEMA],
  )
  const reached = new Set(owned)
  for (let before = 0; before < reached.size;) {
    before = reached.size
    for (const { from, to } of references) if (reached.has(from)) reached.add(to)
  }
  // Catalogs stay in the set: some of their rows are the platform's.
  for (const name of owned) if (!catalogs.has(name)) reached.delete(name)
  return reached
}

async function tablesOf(client: pg.Client): Promise<MigratedTable[]> {
  const { rows } = await client.query<MigratedTable>(
    `select c.relname as name, coalesce(p.relname, c.relname) as whole,
            (select array_agg(a.attname::text) from pg_attribute a
              where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
            exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)
              as "isOwned",
            exists (select from pg_attribute a where a.attrelid = c.oid and ${IS_OWNER}) as "isCatalog"
       from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
      where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p') order by c.relname`,
    [SCRATCH_SCHEMA],
  )
  return rows
}

/**
 * Checks that everything has what it needs to run, once it is loaded and migrated: settings, and a user who signs in
 * and lets others in.
 * @param isWhole false puts settings there where none are
 * @returns whether there is an active super admin
 * @throws ArchiveError where there are no settings
 */
export async function checkUsable(client: pg.Client, { isWhole }: { isWhole: boolean }): Promise<boolean> {
  await client.query('begin; set local role trellis_operator')
  try {
    if (!isWhole)
      await client.query(`insert into ${SCRATCH_SCHEMA}.global_settings default values on conflict do nothing`)
    const { rows } = await client.query<{ hasSettings: boolean; hasAdmin: boolean }>(
      `select exists (select from ${SCRATCH_SCHEMA}.global_settings) as "hasSettings",
              exists (select from ${SCRATCH_SCHEMA}.users where tenant_id is null and role = 'superadmin' and is_active)
                as "hasAdmin"`,
    )
    await client.query('commit')
    if (!rows[0]?.hasSettings) throw new ArchiveError(`The archive does not hold the settings${INCOMPLETE_ADVICE}`)
    return rows[0].hasAdmin
  } finally {
    await client.query('rollback')
  }
}

/** @throws ArchiveError that says how to go without */
export function refuseWithoutAdmin(hasAdmin: boolean, withoutAdmin = false): void {
  if (hasAdmin || withoutAdmin) return
  throw new ArchiveError(
    'The archive holds no active super admin: no one could sign in to the platform. To restore it all the same, and make one ' +
      'with platform-cli create-admin: --without-admin',
  )
}
