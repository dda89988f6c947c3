import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'

const selectReferences = statement(
  z.object({ table: z.string(), column: z.string() }),
  `select c.conrelid::regclass::text as table, a.attname::text as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.confrelid = $target::text::regclass and a.attname <> 'tenant_id'
      and c.conrelid::regclass::text <> all($except::text[])`,
)

interface Target {
  table: string
  ids: readonly string[]
  /** Tables to skip. */
  except: readonly string[]
}

/** Lists the rows of a table to which other tables refer, with their names: all tables, including those of later plugins. */
export async function listReferences(
  scope: TenantScope,
  { table: target, ids, except }: Target,
): Promise<{ id: string; table: string }[]> {
  const found: { id: string; table: string }[] = []
  for (const { table, column } of await scope.rows(selectReferences, { target, except })) {
    const referred = await scope.trx(table).distinct(column).whereIn(column, ids).pluck<string[]>(column)
    found.push(...referred.map((id) => ({ id, table })))
  }
  return found
}
