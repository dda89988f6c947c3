import type pg from 'pg'
import type { Manifest } from '../../archive/server/manifest.ts'
import type { Schema } from './schema.ts'

/**
 * The rows of the platform, such as plans and what is in shared catalogs, to which rows of an organization refer, and
 * those to which these refer in turn.
 */
export async function referencedRows(
  client: pg.Client,
  { tables, references }: Schema,
  tenantId: string,
): Promise<Manifest['references']> {
  const shared = new Map(
    tables
      .filter(({ name, owned, isCatalog }) => (!owned || isCatalog) && name !== 'tenants')
      .map((table) => [table.name, table]),
  )
  const conditions = new Map<string, string[]>()
  const follow = (from: string, ownRows: string, path: readonly string[]) => {
    for (const { to, columns, meant } of references.filter((reference) => reference.from === from)) {
      // A table that refers to itself or back would never end; its rows came with the first look.
      if (!shared.has(to) || path.includes(to)) continue
      const condition = `(${meant.join(', ')}) in (select ${columns.join(', ')} from ${from} where ${ownRows})`
      conditions.set(to, [...(conditions.get(to) ?? []), condition])
      follow(to, condition, [...path, to])
    }
  }
  for (const { name, owned } of tables) if (owned) follow(name, `tenant_id = '${tenantId}'`, [])
  follow('tenants', `id = '${tenantId}'`, [])

  const found: Manifest['references'] = []
  for (const [name, { columns, isCatalog }] of shared) {
    const wanted = conditions.get(name)
    if (!wanted) continue
    // The organization's own rows of a catalog are among those of its tables.
    const ofPlatform = isCatalog ? 'tenant_id is null and' : ''
    const { rows } = await client.query<{ row: Manifest['references'][number]['rows'][number] }>(
      `select to_jsonb(r) as row from (select ${columns.join(', ')} from ${name} where ${ofPlatform} (${wanted.join(' or ')})) r`,
    )
    if (rows.length > 0) found.push({ table: name, rows: rows.map(({ row }) => row) })
  }
  return found
}
