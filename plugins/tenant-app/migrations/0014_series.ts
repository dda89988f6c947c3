import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/** Creates repeating sessions, and the days on which the organization is closed and skips them. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table session_series (
      id uuid primary key default new_id(),
      previous_series_id uuid,
      -- What a new session of the series begins with.
      name varchar(200) not null,
      description varchar(5000) not null default '',
      tenant_project_id uuid,
      instructor_id uuid,
      max_participants integer check (max_participants >= 1),
      location varchar(200) not null default '',
      -- When: by the clock and the calendar of the zone, so that four o'clock stays four o'clock.
      time_zone varchar(64) not null,
      first_day date not null,
      start_time time not null,
      duration_minutes integer not null check (duration_minutes >= 1),
      -- RFC 5545, without its end, which is one of the two below.
      rule varchar(200) not null,
      last_day date,
      session_count integer check (session_count between 1 and 200),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint session_series_end_check check ((last_day is null) <> (session_count is null))
    )
  `)
  await tenantOwned(trx, 'session_series')
  await tenantReference(trx, 'session_series', 'previous_series_id', 'session_series', 'set null')
  await tenantReference(trx, 'session_series', 'instructor_id', 'users', 'set null')

  await trx.raw(`
    create table closed_days (
      id uuid primary key default new_id(),
      name varchar(200) not null,
      first_day date not null,
      last_day date not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint closed_days_order_check check (last_day >= first_day)
    )
  `)
  await tenantOwned(trx, 'closed_days', { withoutReferences: true })

  await trx.raw(`
    alter table sessions
      add column series_id uuid,
      -- Where the rule of the series puts the session, wherever it was moved since: its key in the series.
      add column original_start timestamptz,
      -- Fields that were changed for this session alone and stay when the series changes.
      add column detached text[] not null default '{}',
      -- Cancelled because the organization is closed that day, and not by anybody.
      add column is_skipped boolean not null default false,
      add constraint sessions_skipped_check check (not is_skipped or status = 'cancelled'),
      add constraint sessions_series_key_check check (series_id is null or original_start is not null);
  `)
  await tenantReference(trx, 'sessions', 'series_id', 'session_series', 'set null')
  await trx.raw(`
    drop index sessions_series_id_index;
    -- Held at the end of a statement: one that moves a whole series puts each session where another was a moment before.
    alter table sessions
      add constraint sessions_series_key_unique unique (tenant_id, series_id, original_start) deferrable,
      drop constraint sessions_instructor_free,
      add constraint sessions_instructor_free exclude using gist
        (tenant_id with =, instructor_id with =, tstzrange(start_date, end_date) with &&)
        where (status <> 'cancelled') deferrable;
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table sessions
      drop constraint sessions_instructor_free,
      add constraint sessions_instructor_free exclude using gist
        (tenant_id with =, instructor_id with =, tstzrange(start_date, end_date) with &&) where (status <> 'cancelled'),
      drop constraint sessions_series_key_unique,
      drop column series_id, drop column original_start, drop column detached, drop column is_skipped;
    drop table session_series, closed_days;
  `)
}
