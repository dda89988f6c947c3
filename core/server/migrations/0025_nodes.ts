import type { Knex } from 'knex'
import { platformOwned } from '../database/ownership.ts'

/**
 * Nodes that run on this database, each of which sends a heartbeat every few seconds, and the right to see which
 * migrations there are, by which a node finds out that a newer version has changed the database.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table nodes (
      id uuid primary key,
      host text not null,
      pid integer not null,
      version text not null,
      started_at timestamptz not null default now(),
      seen_at timestamptz not null default now()
    );
    do $$ begin
      -- There is no such table where a restore or a check makes the others aside.
      if to_regclass('trellis_migrations') is not null
         and not has_table_privilege('trellis_operator', 'trellis_migrations', 'select') then
        grant select on trellis_migrations to trellis_operator;
      end if;
    end $$;
  `)
  await platformOwned(trx, 'nodes')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop table nodes; revoke select on trellis_migrations from trellis_operator')
}
