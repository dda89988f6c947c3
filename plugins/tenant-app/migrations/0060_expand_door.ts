import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

const kinds = `'photo', 'media-publication', 'outings', 'medical-treatment', 'data', 'account', 'full-name'`

/** Adds the door: a log of children's arrivals and departures, calls about children who are picked up late, and settings. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table attendance_marks drop constraint attendance_marks_source_check,
      add constraint attendance_marks_source_check check (source in ('roster', 'family', 'before', 'door'));

    alter table consents drop constraint consents_kind_check,
      add constraint consents_kind_check check (kind in (${kinds}, 'leave-alone'));

    create table door_events (
      -- Given by the device, so that an event that is sent again counts once.
      id uuid primary key,
      session_id uuid not null,
      meeting_id uuid not null,
      student_id uuid not null,
      -- closed: the meeting is over and no departure was recorded. undo: takes back the event in undoes_id.
      kind text not null check (kind in ('in', 'out', 'closed', 'undo')),
      at timestamptz not null,
      recorded_at timestamptz not null default now(),
      undoes_id uuid,
      user_id uuid,
      user_name varchar(201),
      by_kind text check (by_kind in ('guardian', 'authorized', 'alone', 'other')),
      by_name varchar(200) not null default '',
      how text not null check (how in ('staff', 'pin', 'card', 'clock')),
      -- Release by an adult who is not on the list, or who may not pick up the child.
      override text check (override in ('unlisted', 'barred')),
      is_id_seen boolean not null default false,
      -- Guardian who was reached before the release.
      called_name varchar(200) not null default '',
      reason varchar(500) not null default '',
      check ((kind = 'undo') = (undoes_id is not null)),
      check (kind <> 'out' or by_kind is not null)
    );
    create table door_calls (
      id uuid primary key,
      session_id uuid not null,
      meeting_id uuid not null,
      student_id uuid not null,
      called_name varchar(200) not null,
      outcome text not null check (outcome in ('reached', 'no-answer', 'message')),
      note varchar(500) not null default '',
      user_id uuid,
      user_name varchar(201),
      at timestamptz not null default now()
    );
    create table door_covers (
      id uuid primary key default new_id(),
      meeting_id uuid not null,
      user_id uuid not null,
      at timestamptz not null default now()
    );
    create table door_settings (
      id uuid primary key default new_id(),
      -- Minutes after the end until a child counts as picked up late.
      grace_minutes integer not null check (grace_minutes between 0 and 120),
      releases_after_call boolean not null,
      -- null: from the end of the meeting.
      alone_from time,
      late_text varchar(2000) not null,
      updated_at timestamptz not null
    );
    -- Emails about children who are still here; one of each kind for a meeting.
    create table door_alerts (
      id uuid primary key default new_id(),
      meeting_id uuid not null,
      kind text not null check (kind in ('late', 'still-here')),
      at timestamptz not null default now()
    );
  `)
  const added = { tenantMay: ['select', 'insert'], withoutReferences: true } as const
  for (const table of ['door_events', 'door_calls']) {
    await tenantOwned(trx, table, added)
    await tenantReference(trx, table, 'session_id', 'sessions')
    await tenantReference(trx, table, 'meeting_id', 'session_meetings')
    await tenantReference(trx, table, 'student_id', 'students')
    await tenantReference(trx, table, 'user_id', 'users', 'set null')
  }
  await tenantOwned(trx, 'door_covers', added)
  await tenantReference(trx, 'door_covers', 'meeting_id', 'session_meetings')
  await tenantReference(trx, 'door_covers', 'user_id', 'users')
  await tenantOwned(trx, 'door_settings', { withoutReferences: true })
  await tenantOwned(trx, 'door_alerts', added)
  await tenantReference(trx, 'door_alerts', 'meeting_id', 'session_meetings')
  await trx.raw(`
    alter table door_covers add constraint door_covers_once unique (tenant_id, meeting_id, user_id);
    alter table door_alerts add constraint door_alerts_once unique (tenant_id, meeting_id, kind);
    alter table door_settings add constraint door_settings_once unique (tenant_id);
    create index door_events_undone_index on door_events (tenant_id, undoes_id) where undoes_id is not null;
    create index door_events_time_index on door_events (tenant_id, meeting_id, student_id, at);
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop table door_alerts, door_settings, door_covers, door_calls, door_events;
    delete from consents where kind = 'leave-alone';
    alter table consents drop constraint consents_kind_check, add constraint consents_kind_check check (kind in (${kinds}));
    update attendance_marks set source = 'roster' where source = 'door';
    alter table attendance_marks drop constraint attendance_marks_source_check,
      add constraint attendance_marks_source_check check (source in ('roster', 'family', 'before'));
  `)
}
