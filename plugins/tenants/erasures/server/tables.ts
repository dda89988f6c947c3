import { z } from 'zod'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'

const selectTenantTables = statement(
  z.object({ name: z.string(), mayDelete: z.boolean() }),
  `select c.relname::text as name, has_table_privilege('trellis_operator', c.oid, 'delete') as "mayDelete"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition order by c.relname`,
)

const selectReferences = statement(
  z.object({ from: z.string(), to: z.string() }),
  `select distinct f.relname::text as "from", t.relname::text as "to" from pg_constraint k
      join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conrelid <> k.confrelid`,
)

export interface OwnedTable {
  name: string
  /** Rows of ledgers are deleted only with the organization: no role may delete them. */
  mayDelete: boolean
}

/** Tables whose rows belong to organizations, each before those that its rows refer to. */
export async function ownedTables(scope: PlatformScope): Promise<OwnedTable[]> {
  const tables = await scope.rows(selectTenantTables)
  const links = await scope.rows(selectReferences)
  const byName = new Map(tables.map((table) => [table.name, table]))
  const ordered: OwnedTable[] = []
  const seen = new Set<string>()
  const visit = (name: string) => {
    const table = byName.get(name)
    if (!table || seen.has(name)) return
    seen.add(name)
    for (const { from, to } of links) if (to === name) visit(from)
    ordered.push(table)
  }
  for (const { name } of tables) visit(name)
  return ordered
}
