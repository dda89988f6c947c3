import type { Knex } from 'knex'
import { platformOwned } from '../database/ownership.ts'

/**
 * Files that come in parts. The file itself is a row of `files` from the first call on, and takes its room; here stands
 * what has come of it, in which parts of the store, and which request writes to it at the moment.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table uploads (
      id uuid primary key references files (id) on delete cascade,
      user_id uuid not null references users (id) on delete cascade,
      received bigint not null default 0 check (received >= 0),
      parts text[] not null default '{}',
      lease uuid,
      leased_until timestamptz,
      is_awaited boolean not null default false
    );
    create index uploads_user_id_index on uploads (user_id)
  `)
  await platformOwned(trx, 'uploads')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop table uploads')
}
