import type { Knex } from 'knex'

/**
 * Gives a generated column another expression and recomputes it, with every index on it: including those of plugins, but
 * none in a restore. Nodes of the previous version read it under the same name; the table is locked meanwhile.
 */
export async function regenerate(trx: Knex, table: string, column: string, expression: string): Promise<void> {
  const { rows: servers } = await trx.raw<{ rows: { changes: boolean }[] }>(
    `select current_setting('server_version_num')::int >= 170000 as changes`,
  )
  if (servers[0]?.changes) {
    await trx.raw(`alter table ${table} alter column ${column} set expression as (${expression})`)
    return
  }
  const { rows } = await trx.raw<{ rows: { definition: string }[] }>(
    `select pg_get_indexdef(i.indexrelid) as definition
       from pg_index i
       join pg_attribute a on a.attrelid = i.indrelid and a.attname = ?
      where i.indrelid = to_regclass(?)
        and exists (select from pg_depend d
                     where d.classid = 'pg_class'::regclass and d.objid = i.indexrelid
                       and d.refobjid = i.indrelid and d.refobjsubid = a.attnum)`,
    [column, table],
  )
  await trx.raw(`
    alter table ${table} drop column ${column};
    alter table ${table} add column ${column} text not null generated always as (${expression}) stored;
    ${rows.map(({ definition }) => `${definition};`).join('\n')}
  `)
}
