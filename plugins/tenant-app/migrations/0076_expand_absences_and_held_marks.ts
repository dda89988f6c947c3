import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/**
 * Lets guardians report an absence from one day of a session of several, and stores attendance of accounts that were
 * deactivated before it arrived.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table absence_reports
      -- One day of the session; null: all of them.
      add column meeting_id uuid,
      add constraint absence_reports_meeting_check check (meeting_id is null or session_id is not null)
  `)
  await tenantReference(trx, 'absence_reports', 'meeting_id', 'session_meetings')
  await trx.raw(`
    create table held_marks (
      -- Made by the device: the mark's.
      id uuid primary key,
      session_id uuid not null,
      meeting_id uuid not null,
      student_id uuid not null,
      -- null takes a mark back.
      mark text check (mark in ('present', 'late', 'absent', 'excused')),
      note varchar(500) not null default '',
      arrived_at timestamptz,
      left_at timestamptz,
      collected_by varchar(200) not null default '',
      made_at timestamptz not null,
      maker_id uuid,
      maker_name varchar(201) not null,
      sent_by uuid,
      sent_by_name varchar(201),
      sent_at timestamptz not null,
      -- null: an admin has not decided yet.
      decision text check (decision in ('applied', 'discarded')),
      decided_at timestamptz
    )
  `)
  await tenantOwned(trx, 'held_marks', { tenantMay: ['select', 'insert', 'update'], withoutReferences: true })
  await tenantReference(trx, 'held_marks', 'session_id', 'sessions')
  await tenantReference(trx, 'held_marks', 'meeting_id', 'session_meetings')
  await tenantReference(trx, 'held_marks', 'student_id', 'students')
  await tenantReference(trx, 'held_marks', 'maker_id', 'users', 'set null')
  await tenantReference(trx, 'held_marks', 'sent_by', 'users', 'set null')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop table held_marks;
    set local role trellis_operator;
    delete from absence_reports where meeting_id is not null;
    reset role;
    alter table absence_reports drop column meeting_id;
  `)
}
