import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/** Creates the exports that users have requested: all of an organization's data, or one person's. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table data_exports (
      id uuid primary key default new_id(),
      kind text not null check (kind in ('organization', 'person')),
      -- Whose data it is, of one person: a user, or a student.
      user_id uuid,
      student_id uuid,
      includes_health boolean not null,
      -- Why it was asked for, where that has to be said.
      reason varchar(500) not null default '',
      status text not null default 'waiting'
        check (status in ('waiting', 'running', 'ready', 'failed', 'cancelled', 'expired')),
      -- Per cent.
      progress smallint not null default 0 check (progress between 0 and 100),
      attempts smallint not null default 0,
      -- The last sign that somebody works on it.
      touched_at timestamptz not null,
      filename varchar(150) not null,
      size bigint,
      sha256 char(64),
      row_count integer,
      file_count integer,
      -- Files whose content was not there.
      missing_count integer,
      -- null: somebody who is no user any more.
      created_by uuid,
      created_by_name varchar(201) not null,
      created_by_role text not null,
      created_at timestamptz not null,
      finished_at timestamptz,
      expires_at timestamptz,
      downloaded_at timestamptz,
      constraint data_exports_of_one check (kind = 'person' or (user_id is null and student_id is null)),
      constraint data_exports_whole check (status <> 'ready' or (size is not null and expires_at is not null))
    )
  `)
  await tenantOwned(trx, 'data_exports')
  await tenantReference(trx, 'data_exports', 'user_id', 'users')
  await tenantReference(trx, 'data_exports', 'student_id', 'students')
  await tenantReference(trx, 'data_exports', 'created_by', 'users', 'set null')
  await trx.raw(`
    create index data_exports_newest_index on data_exports (tenant_id, created_at desc, id desc);
    create unique index data_exports_one_at_once on data_exports (tenant_id)
      where kind = 'organization' and status in ('waiting', 'running');
    create unique index data_exports_one_of_each_at_once
      on data_exports (tenant_id, created_by, coalesce(user_id, student_id))
      where kind = 'person' and status in ('waiting', 'running');
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop table data_exports')
}
