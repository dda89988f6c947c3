import { z } from 'zod'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import type { MovedTable, OrganizationTables } from './organization-tables.ts'
import { SCRATCH_SCHEMA } from './scratch.ts'

/** Ids that rows of the platform have here, where they had others in the archive, by table. */
export type SharedIds = ReadonlyMap<string, Readonly<Record<string, string>>>

const quoteIdentifier = (name: string) => `"${name}"`

/** The value of a column in the scratch schema (as `s`), with the ids that this platform uses. */
export function sharedValue({ references }: MovedTable, column: string, type: string, ids: SharedIds): string {
  const value = `s.${quoteIdentifier(column)}`
  const reference = references.find(({ to, columns }) => columns.length === 1 && columns[0] === column && ids.has(to))
  if (!reference) return value
  const mapped = JSON.stringify(ids.get(reference.to)).replaceAll("'", "''")
  return `coalesce(('${mapped}'::jsonb ->> ${value}::text)::${type}, ${value})`
}

/**
 * Finds for each row of the platform to which the archive's rows refer, such as plans, the one here: the same, or one of
 * the same name (by any unique constraint), or the archive's own, which is added.
 */
export async function adoptSharedRows(
  scope: PlatformScope,
  { shared }: OrganizationTables,
  names: readonly string[],
): Promise<SharedIds> {
  const ids = new Map<string, Record<string, string>>()
  for (const name of names) {
    const table = shared.get(name)
    if (!table?.columns.some((column) => column.name === 'id')) continue
    const mapped: Record<string, string> = {}
    // Rows of a catalog are identified by id alone: the unique key begins with the owner.
    for (const key of table.isCatalog ? [] : await uniqueKeys(scope, name)) {
      const same = key.map((column) => `p.${quoteIdentifier(column)} = s.${quoteIdentifier(column)}`).join(' and ')
      const { rows } = await scope.trx.raw<{ rows: { before: string; here: string }[] }>(
        `select s.id::text as before, p.id::text as here from ${SCRATCH_SCHEMA}.${quoteIdentifier(name)} s
           join public.${quoteIdentifier(name)} p on ${same}
          where not exists (select from public.${quoteIdentifier(name)} present where present.id = s.id)`,
      )
      for (const { before, here } of rows) mapped[before] ??= here
    }
    ids.set(name, mapped)
    const columns = table.columns.map((column) => quoteIdentifier(column.name)).join(', ')
    const values = table.columns.map((column) => sharedValue(table, column.name, column.type, ids)).join(', ')
    await scope.trx.raw(
      `insert into public.${quoteIdentifier(name)} (${columns}) overriding system value
       select ${values.replaceAll('?', '\\?')} from ${SCRATCH_SCHEMA}.${quoteIdentifier(name)} s
        where s.id::text <> all (?::text[]) ${table.isCatalog ? 'and s.tenant_id is null' : ''}
          and not exists (select from public.${quoteIdentifier(name)} present where present.id = s.id)`,
      [Object.keys(mapped)],
    )
  }
  return ids
}

const selectUniqueKeys = statement(
  z.object({ columns: z.array(z.string()) }),
  `select array_agg(a.attname::text) as columns
       from pg_index i cross join unnest(i.indkey) as k (number)
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
      where i.indrelid = format('public.%I', $1::text)::regclass and i.indisunique and not i.indisprimary
        and i.indpred is null and i.indexprs is null
      group by i.indexrelid`,
)

/** Columns of unique constraints and indexes but for the primary key. */
async function uniqueKeys({ rows }: PlatformScope, table: string): Promise<string[][]> {
  const found = await rows(selectUniqueKeys, [table])
  return found.map(({ columns }) => columns)
}
