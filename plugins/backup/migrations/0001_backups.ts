import type { Knex } from 'knex'
import { platformOwned } from '#core/server/database/ownership.ts'

/**
 * Archives, what is done with them, and when they are made. They tell of this installation: no restore touches them, so
 * an organization is named here without a reference.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table backups (
      id uuid primary key default new_id(),
      name varchar(200) not null unique,
      created_at timestamptz not null,
      status text not null default 'in_progress' check (status in ('in_progress', 'completed', 'failed')),
      size bigint not null default 0 check (size >= 0),
      tenant_count bigint not null default 0,
      user_count bigint not null default 0,
      tables text[] not null default '{}',
      error_message varchar(1000),
      trigger text not null check (trigger in ('manual', 'schedule', 'command', 'safety')),
      organization_id uuid,
      organization_name varchar(1000),
      is_encrypted boolean not null,
      location text not null check (location in ('disk', 's3')),
      finished_at timestamptz,
      is_valid boolean,
      verification_message varchar(1000),
      verified_at timestamptz,
      check ((organization_id is null) = (organization_name is null)),
      check ((is_valid is null) = (verified_at is null))
    );
    create index backups_newest_index on backups (created_at desc, id desc);

    create table backup_operations (
      id uuid primary key default new_id(),
      -- Null for a file that is on no list.
      backup_id uuid references backups (id) on delete cascade,
      kind text not null check (kind in ('create', 'verify', 'restore')),
      status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed')),
      step varchar(200) not null default '',
      progress double precision check (progress between 0 and 100),
      message varchar(1000),
      -- The new subdomain, for the restore of one organization beside itself.
      subdomain varchar(63),
      actor jsonb not null,
      -- Encrypted, and gone when the operation has ended.
      passphrase bytea,
      started_at timestamptz not null,
      finished_at timestamptz,
      -- By the clock of the database, which all nodes share.
      queued_at timestamptz not null default now(),
      check ((finished_at is null) = (status in ('waiting', 'running')))
    );
    create index backup_operations_backup_index on backup_operations (backup_id, started_at desc, id desc);
    create index backup_operations_under_way_index on backup_operations (id) where finished_at is null;

    create table backup_schedule (
      id boolean primary key default true check (id),
      is_running boolean not null default true,
      time char(5) not null,
      time_zone varchar(64) not null,
      keep_daily integer not null check (keep_daily between 1 and 366),
      keep_weekly integer not null check (keep_weekly between 0 and 520),
      keep_monthly integer not null check (keep_monthly between 0 and 120),
      -- Null until somebody has looked when it is.
      next_run timestamptz
    );
    insert into backup_schedule (time, time_zone, keep_daily, keep_weekly, keep_monthly)
      values ('02:00', 'America/New_York', 14, 8, 12);
  `)
  for (const table of ['backups', 'backup_operations', 'backup_schedule']) await platformOwned(trx, table)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop table backup_schedule, backup_operations, backups')
}
