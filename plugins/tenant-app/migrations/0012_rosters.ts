import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/** Separates participation from attendance: places and the waitlist, and a log of attendance. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table session_participants
      -- The place in the waiting list of the session; what was asked for earlier is smaller.
      add column waiting_place integer,
      -- The state of the log's last entry and its number; 0 before the first.
      add column attendance text check (attendance in ('present', 'late', 'absent', 'excused')),
      add column attendance_number integer not null default 0;
    drop index session_participants_places_index;
    alter table session_participants drop constraint session_participants_status_check;
  `)

  await trx.raw(`
    create table attendance_marks (
      -- Given by whoever marks, so that a mark that is sent again counts once.
      id uuid primary key default new_id(),
      session_id uuid not null,
      student_id uuid not null,
      number integer not null check (number >= 1),
      -- null takes the mark back.
      mark text check (mark in ('present', 'late', 'absent', 'excused')),
      note varchar(500) not null default '',
      arrived_at timestamptz,
      left_at timestamptz,
      collected_by varchar(200) not null default '',
      source text not null check (source in ('roster', 'family', 'before')),
      marked_by uuid,
      marked_by_name varchar(201),
      marked_at timestamptz not null default now(),
      check (left_at >= arrived_at)
    )
  `)
  await tenantOwned(trx, 'attendance_marks', { tenantMay: ['select', 'insert'], withoutReferences: true })
  await tenantReference(trx, 'attendance_marks', 'session_id', 'sessions')
  await tenantReference(trx, 'attendance_marks', 'student_id', 'students')
  await tenantReference(trx, 'attendance_marks', 'marked_by', 'users', 'set null')
  await trx.raw(`
    alter table attendance_marks add constraint attendance_marks_number_unique
      unique (tenant_id, session_id, student_id, number)
  `)

  await trx.raw(`
    insert into attendance_marks (id, tenant_id, session_id, student_id, number, mark, source, marked_at)
      select new_id(), tenant_id, session_id, student_id, 1, status, 'before', updated_at from session_participants
      where status in ('present', 'late', 'absent', 'excused');
    update session_participants set attendance = status, attendance_number = 1, status = 'registered'
      where status in ('present', 'late', 'absent', 'excused');
    update session_participants p set waiting_place = o.place
      from (
        select id, row_number() over (partition by tenant_id, session_id order by created_at, id) as place
        from session_participants where status = 'waitlisted'
      ) o where o.id = p.id;
    alter table session_participants
      add constraint session_participants_status_check
        check (status in ('registered', 'waitlisted', 'cancelled', 'declined')),
      add constraint session_participants_waits_check check ((status = 'waitlisted') = (waiting_place is not null)),
      add constraint session_participants_attends_check check (attendance_number >= 0);
    -- Participants are counted from this index alone, for every session of a list.
    create index session_participants_places_index on session_participants (tenant_id, session_id)
      where status = 'registered';
    create unique index session_participants_waiting_index on session_participants (tenant_id, session_id, waiting_place)
      where status = 'waitlisted';
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop index session_participants_places_index, session_participants_waiting_index;
    alter table session_participants drop constraint session_participants_status_check,
      drop constraint session_participants_waits_check, drop constraint session_participants_attends_check;
    update session_participants set status = attendance where status = 'registered' and attendance is not null;
    update session_participants set status = 'cancelled' where status = 'declined';
    drop table attendance_marks;
    alter table session_participants drop column waiting_place, drop column attendance, drop column attendance_number,
      add constraint session_participants_status_check check (
        status in ('registered', 'waitlisted', 'present', 'late', 'absent', 'excused', 'cancelled')
      );
    create index session_participants_places_index on session_participants (tenant_id, session_id)
      where status not in ('waitlisted', 'cancelled');
  `)
}
