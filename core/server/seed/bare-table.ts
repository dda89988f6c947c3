import type pg from 'pg'

interface Definition {
  name: string
  definition: string
}

/**
 * Runs work on a table without what slows down loading it: row-level security of its owner, its foreign keys, and every
 * index that no constraint needs. All of it is restored afterwards. Needs a transaction, which locks the table for all
 * others until it ends.
 * @param withoutIndexes false leaves the indexes, for loads that are small beside what is there already
 */
export async function withBareTable(
  client: pg.Client,
  table: string,
  withoutIndexes: boolean,
  work: () => Promise<void>,
  onRebuild: (index: string) => void,
): Promise<void> {
  // COPY is refused where policies apply, and forced ones apply to the owner too, unless it is a superuser.
  await client.query(`alter table ${table} no force row level security`)
  const indexes = withoutIndexes ? await definitions(client, looseIndexes, table) : []
  const references = withoutIndexes ? await definitions(client, foreignKeys, table) : []
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (const { name } of references) await client.query(`alter table ${table} drop constraint ${name}`)
  await work()
  for (const { name, definition } of indexes) {
    onRebuild(name)
    await client.query(definition)
  }
  for (const { name, definition } of references) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  }
  await client.query(`alter table ${table} force row level security`)
}

const looseIndexes = `
  select quote_ident(c.relname) as name, pg_get_indexdef(c.oid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
   where i.indrelid = $1::regclass and not exists (select from pg_constraint where conindid = c.oid)
   order by c.relname`

const foreignKeys = `
  select quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where conrelid = $1::regclass and contype = 'f' order by conname`

async function definitions(client: pg.Client, query: string, table: string): Promise<Definition[]> {
  return (await client.query<Definition>(query, [table])).rows
}
