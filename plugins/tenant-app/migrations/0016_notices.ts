import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/** Creates families' reports about sessions, the notices to them, and the history of sessions. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table session_participants
      -- When who waited was given a place, and when a guardian said that the child comes.
      add column promoted_at timestamptz,
      add column accepted_at timestamptz,
      add column accepted_by_name varchar(201);
    -- Who is not marked yet is looked for every minute, among all sessions of the last day.
    create index session_participants_unmarked_index on session_participants (tenant_id, session_id)
      where status = 'registered' and attendance is null;
    create index sessions_begun_index on sessions (start_date) where status <> 'cancelled';
    create index attendance_marks_absent_index on attendance_marks (marked_at) where mark = 'absent';
  `)
  await settings(trx)
  await absences(trx)
  await told(trx)
  await history(trx)
  // True if the viewer had created the right to look within the day before.
  await trx.raw('alter table access_ledger add column is_self_arranged boolean not null default false')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table access_ledger drop column is_self_arranged;
    drop table session_changes, attendance_reminders, absence_notices, absence_reports, attendance_settings;
    drop index attendance_marks_absent_index, sessions_begun_index, session_participants_unmarked_index;
    alter table session_participants drop column promoted_at, drop column accepted_at, drop column accepted_by_name;
  `)
}

async function settings(trx: Knex): Promise<void> {
  await trx.raw(`
    create table attendance_settings (
      id uuid primary key default new_id(),
      late_minutes integer not null default 10 check (late_minutes between 1 and 120),
      overdue_minutes integer not null default 15 check (overdue_minutes between 5 and 240),
      reminds_instructors boolean not null default true,
      reminder_minutes integer not null default 30 check (reminder_minutes between 10 and 240),
      tells_absences boolean not null default true,
      absence_minutes integer not null default 10 check (absence_minutes between 5 and 120),
      updated_at timestamptz not null default now()
    )
  `)
  await tenantOwned(trx, 'attendance_settings', { withoutReferences: true })
  await trx.raw('alter table attendance_settings add constraint attendance_settings_single unique (tenant_id)')
}

async function absences(trx: Knex): Promise<void> {
  await trx.raw(`
    create table absence_reports (
      id uuid primary key default new_id(),
      student_id uuid not null,
      -- One session, or else every session of these days of the organization.
      session_id uuid,
      from_day date,
      to_day date,
      reason varchar(500) not null default '',
      reported_by uuid,
      reported_by_name varchar(201) not null,
      reported_at timestamptz not null default now(),
      -- Sessions that have begun by then stay excused.
      taken_back_at timestamptz,
      taken_back_by_name varchar(201),
      check ((session_id is null) = (from_day is not null) and (from_day is null) = (to_day is null)),
      check (to_day >= from_day)
    )
  `)
  await tenantOwned(trx, 'absence_reports', { withoutReferences: true })
  await tenantReference(trx, 'absence_reports', 'student_id', 'students')
  await tenantReference(trx, 'absence_reports', 'session_id', 'sessions')
  await tenantReference(trx, 'absence_reports', 'reported_by', 'users', 'set null')
}

async function told(trx: Knex): Promise<void> {
  await trx.raw(`
    create table absence_notices (
      id uuid primary key default new_id(),
      session_id uuid not null,
      student_id uuid not null,
      -- Of the entry in the attendance log that families were told of.
      number integer not null check (number >= 1),
      told_at timestamptz not null default now(),
      corrected_at timestamptz
    )
  `)
  await tenantOwned(trx, 'absence_notices', { withoutReferences: true })
  await tenantReference(trx, 'absence_notices', 'session_id', 'sessions')
  await tenantReference(trx, 'absence_notices', 'student_id', 'students')
  await trx.raw(`
    alter table absence_notices add constraint absence_notices_once unique (tenant_id, session_id, student_id, number);
    create table attendance_reminders (
      id uuid primary key default new_id(),
      session_id uuid not null,
      -- A session that is moved to another time is another reminder.
      start_date timestamptz not null,
      reminded_at timestamptz not null default now()
    )
  `)
  await tenantOwned(trx, 'attendance_reminders', { withoutReferences: true })
  await tenantReference(trx, 'attendance_reminders', 'session_id', 'sessions')
  await trx.raw(`
    alter table attendance_reminders add constraint attendance_reminders_once unique (tenant_id, session_id, start_date)
  `)
}

async function history(trx: Knex): Promise<void> {
  await trx.raw(`
    create table session_changes (
      id uuid primary key default new_id(),
      session_id uuid not null,
      kind text not null check (kind in (
        'created', 'changed', 'started', 'completed', 'cancelled', 'registered', 'waitlisted', 'promoted', 'removed',
        'declined', 'accepted', 'absence-reported', 'absence-taken-back'
      )),
      -- Names of the fields that differ.
      fields text[] not null default '{}',
      student_ids uuid[] not null default '{}',
      actor_id uuid,
      actor_name varchar(201),
      occurred_at timestamptz not null default now()
    )
  `)
  await tenantOwned(trx, 'session_changes', { tenantMay: ['select', 'insert'], withoutReferences: true })
  await tenantReference(trx, 'session_changes', 'session_id', 'sessions')
  await trx.raw(`
    create index session_changes_newest_index on session_changes (tenant_id, session_id, occurred_at desc, id desc)
  `)
}
