import type pg from 'pg'
import { undividedTables, type Manifest } from '../../archive/server/manifest.ts'
import { SCRATCH_SCHEMA } from './scratch.ts'

/**
 * The trails that stay as they are: all of the archive's, or none. They stay where those that are here go on from where
 * the archive's end, since what was recorded after the backup happened all the same. So it is when the newest row of each
 * of the archive's is here, too.
 */
export async function keptTrails(client: pg.Client, trails: readonly string[]): Promise<string[]> {
  // Small ones first, which answer soonest: the newest row may have to be found without an index.
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = $1::regnamespace and relname = any ($2::text[])
      order by relkind = 'p', pg_relation_size(oid)`,
    [SCRATCH_SCHEMA, trails],
  )
  // The owner is subject to policies too, unless it is a superuser.
  await client.query('set role trellis_operator')
  try {
    for (const { name } of rows) if (!(await continues(client, name))) return []
    return rows.map(({ name }) => name)
  } finally {
    await client.query('reset role')
  }
}

/**
 * True if the trails that are here may go on from where the archive's end: not when they have fewer rows. They may have
 * some all the same where old ones were pruned since, so this says what is likely, before anything is loaded.
 */
export async function mayContinue(client: pg.Client, trails: readonly string[], manifest: Manifest): Promise<boolean> {
  const archived = undividedTables(manifest)
  await client.query('set role trellis_operator')
  try {
    for (const trail of trails) {
      const expected = archived.get(trail) ?? 0
      const { rowCount: isThere } = await client.query(
        `select where to_regclass(format('public.%I', $1::text)) is not null`,
        [trail],
      )
      if (!isThere) return false
      const { rows } = await client.query<{ found: number }>(
        `select count(*)::float8 as found from (select from public."${trail}" limit $1) as rows`,
        [expected],
      )
      if ((rows[0]?.found ?? 0) < expected) return false
    }
    return true
  } finally {
    await client.query('reset role')
  }
}

async function continues(client: pg.Client, trail: string): Promise<boolean> {
  const { rows } = await client.query<{ columns: string[] | null }>(
    `select array_agg(format('%I', a.attname) order by k.place) as columns
       from pg_constraint c cross join unnest(c.conkey) with ordinality as k (attnum, place)
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum
      where c.contype = 'p' and c.conrelid = to_regclass(format('public.%I', $1::text))`,
    [trail],
  )
  const columns = rows[0]?.columns
  if (!columns) return false
  const newestFirst = columns.map((column) => `${column} desc`).join(', ')
  const { rows: answers } = await client.query<{ continues: boolean }>(`
    with newest as (select * from ${SCRATCH_SCHEMA}."${trail}" order by ${newestFirst} limit 1)
    select not exists (
      select from newest where (${columns.join(', ')}) not in (select ${columns.join(', ')} from public."${trail}" as here
        where ${columns.map((column) => `here.${column} = newest.${column}`).join(' and ')})) as continues`)
  return answers[0]?.continues ?? false
}
