import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/**
 * Creates the attendance of each meeting, and assigns every record to a meeting. Existing records belong to the day of the
 * arrival, else to the day on which they were made; the other days get none.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    -- Entries stay numbered by session and student, by which servers of the release before find and write them.
    alter table absence_notices add column meeting_id uuid;
    alter table attendance_marks add column meeting_id uuid;
    create table meeting_attendance (
      id uuid primary key default new_id(),
      meeting_id uuid not null,
      session_id uuid not null,
      student_id uuid not null,
      -- null: taken back.
      mark text check (mark in ('present', 'late', 'absent', 'excused')),
      -- Number of the last entry of the log about this meeting.
      number integer not null check (number >= 1),
      first_in timestamptz,
      last_out timestamptz,
      marked_at timestamptz not null,
      minutes integer not null check (minutes >= 0),
      minutes_assumed integer not null check (minutes_assumed between 0 and minutes),
      -- Marked before meetings were kept: a late arrival without a time counts from the start, as it did then.
      is_migrated boolean not null default false
    )
  `)
  await tenantOwned(trx, 'meeting_attendance', { withoutReferences: true })
  await tenantReference(trx, 'meeting_attendance', 'meeting_id', 'session_meetings')
  await tenantReference(trx, 'meeting_attendance', 'session_id', 'sessions')
  await tenantReference(trx, 'meeting_attendance', 'student_id', 'students')
  await tenantReference(trx, 'attendance_marks', 'meeting_id', 'session_meetings')
  await trx.raw(`
    drop index meeting_attendance_meeting_id_index;
    alter table meeting_attendance add constraint meeting_attendance_once unique (tenant_id, meeting_id, student_id);
  `)
  await tenantReference(trx, 'absence_notices', 'meeting_id', 'session_meetings')
  await functions(trx)
  await trx.raw(`
    set local role trellis_operator;
    update attendance_marks k set meeting_id = meeting_of_mark(k.tenant_id, k.session_id, coalesce(k.arrived_at, k.marked_at));
    update absence_notices n set meeting_id = k.meeting_id from attendance_marks k
      where k.tenant_id = n.tenant_id and k.session_id = n.session_id and k.student_id = n.student_id and k.number = n.number;
    insert into meeting_attendance (tenant_id, meeting_id, session_id, student_id, mark, number, first_in, last_out,
        marked_at, minutes, minutes_assumed, is_migrated)
      select distinct on (k.tenant_id, k.meeting_id, k.student_id) k.tenant_id, k.meeting_id, k.session_id, k.student_id,
          k.mark, k.number, k.arrived_at, k.left_at, k.marked_at, t.minutes, t.minutes_assumed, true
        from attendance_marks k join session_meetings m on m.tenant_id = k.tenant_id and m.id = k.meeting_id,
          attended_minutes(k.mark, k.arrived_at, k.left_at, k.marked_at, m.starts_at, m.ends_at, m.program_minutes, true) t
        order by k.tenant_id, k.meeting_id, k.student_id, k.number desc;
    -- Places that were marked without a log.
    insert into meeting_attendance (tenant_id, meeting_id, session_id, student_id, mark, number, marked_at, minutes,
        minutes_assumed, is_migrated)
      select p.tenant_id, m.id, p.session_id, p.student_id, p.attendance, greatest(p.attendance_number, 1), p.updated_at,
          t.minutes, t.minutes_assumed, true
        from session_participants p
          join session_meetings m on m.id = meeting_of_mark(p.tenant_id, p.session_id, '-infinity'),
          attended_minutes(p.attendance, null, null, p.updated_at, m.starts_at, m.ends_at, m.program_minutes, true) t
        where p.attendance is not null and not exists (select from attendance_marks k
          where k.tenant_id = p.tenant_id and k.session_id = p.session_id and k.student_id = p.student_id);
    reset role;
    -- Servers of the release before name no meeting.
    create trigger attendance_marks_meeting before insert on attendance_marks
      for each row when (new.meeting_id is null) execute function fill_meeting_of_mark();
    create trigger absence_notices_meeting before insert on absence_notices
      for each row when (new.meeting_id is null) execute function fill_meeting_of_notice();
    create trigger attendance_marks_attend after insert on attendance_marks referencing new table as new_rows
      for each statement when (current_setting('app.restoring', true) is distinct from 'on')
      execute function keep_meeting_attendance();
    create trigger session_meetings_attended after update of starts_at, ends_at, program_minutes on session_meetings
      for each row when ((old.starts_at, old.ends_at, old.program_minutes)
        is distinct from (new.starts_at, new.ends_at, new.program_minutes)) execute function recount_meeting_attendance();
    -- Meetings say whether an instructor is free: a camp week blocks its days, and not the evenings. Servers of the release
    -- before read other sessions before they write one, and none of them names the constraint.
    alter table sessions drop constraint sessions_instructor_free;
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table sessions add constraint sessions_instructor_free exclude using gist
      (tenant_id with =, instructor_id with =, tstzrange(start_date, end_date) with &&)
      where (status <> 'cancelled') deferrable;
    drop trigger session_meetings_attended on session_meetings;
    drop trigger attendance_marks_attend on attendance_marks;
    drop trigger attendance_marks_meeting on attendance_marks;
    drop table meeting_attendance;
    drop trigger absence_notices_meeting on absence_notices;
    alter table absence_notices drop column meeting_id;
    alter table attendance_marks drop column meeting_id;
    drop function fill_meeting_of_notice, fill_meeting_of_mark, keep_meeting_attendance, recount_meeting_attendance;
    drop function attended_minutes, meeting_of_mark;
  `)
}

async function functions(trx: Knex): Promise<void> {
  await trx.raw(`
    -- The meeting on the day of an instant, else the nearest, of two the earlier.
    create function meeting_of_mark(tenant uuid, session uuid, instant timestamptz) returns uuid language sql stable as $$
      select m.id from session_meetings m join tenants z on z.id = m.tenant_id
        where m.tenant_id = tenant and m.session_id = session
        order by case when isfinite(instant) then abs(m.day - (instant at time zone z.time_zone)::date) end, m.starts_at limit 1
    $$;

    -- From the arrival to the departure within the meeting. A missing arrival is the start, of a late one the time of the
    -- mark if that is inside; a missing departure is the end; then the minutes are assumed. Stays count their program.
    create function attended_minutes(mark text, first_in timestamptz, last_out timestamptz, marked_at timestamptz,
      starts_at timestamptz, ends_at timestamptz, program_minutes integer, is_migrated boolean,
      out minutes integer, out minutes_assumed integer) language sql immutable as $$
      with arrived as (
        select coalesce(first_in, case when mark = 'late' and not is_migrated and marked_at between starts_at and ends_at
          then marked_at end) as arrived_at
      ), counted as (
        select case
            when mark is null or mark not in ('present', 'late') then 0
            when program_minutes is not null then program_minutes
            else greatest(0, date_part('epoch', least(coalesce(last_out, ends_at), ends_at)
              - greatest(coalesce(a.arrived_at, starts_at), starts_at)) / 60)::integer
          end as minutes
        from arrived a
      )
      select c.minutes, case when program_minutes is null and (first_in is null or last_out is null) then c.minutes else 0 end
        from counted c
    $$;

    create function fill_meeting_of_mark() returns trigger language plpgsql as $$
    begin
      new.meeting_id := meeting_of_mark(new.tenant_id, new.session_id, coalesce(new.arrived_at, new.marked_at));
      return new;
    end $$;

    create function fill_meeting_of_notice() returns trigger language plpgsql as $$
    begin
      new.meeting_id := (select k.meeting_id from attendance_marks k where k.tenant_id = new.tenant_id
        and k.session_id = new.session_id and k.student_id = new.student_id and k.number = new.number);
      return new;
    end $$;

    create function keep_meeting_attendance() returns trigger language plpgsql as $$
    begin
      insert into meeting_attendance as a (tenant_id, meeting_id, session_id, student_id, mark, number, first_in, last_out,
          marked_at, minutes, minutes_assumed)
        select distinct on (k.tenant_id, k.meeting_id, k.student_id) k.tenant_id, k.meeting_id, k.session_id, k.student_id,
            k.mark, k.number, k.arrived_at, k.left_at, k.marked_at, t.minutes, t.minutes_assumed
          from new_rows k join session_meetings m on m.tenant_id = k.tenant_id and m.id = k.meeting_id,
            attended_minutes(k.mark, k.arrived_at, k.left_at, k.marked_at, m.starts_at, m.ends_at, m.program_minutes, false) t
          order by k.tenant_id, k.meeting_id, k.student_id, k.number desc
        on conflict (tenant_id, meeting_id, student_id) do update set mark = excluded.mark, number = excluded.number,
            first_in = excluded.first_in, last_out = excluded.last_out, marked_at = excluded.marked_at,
            minutes = excluded.minutes, minutes_assumed = excluded.minutes_assumed, is_migrated = false
          where excluded.number >= a.number;
      return null;
    end $$;

    create function recount_meeting_attendance() returns trigger language plpgsql as $$
    begin
      update meeting_attendance a set minutes = t.minutes, minutes_assumed = t.minutes_assumed
        from meeting_attendance b, attended_minutes(b.mark, b.first_in, b.last_out, b.marked_at, new.starts_at, new.ends_at,
          new.program_minutes, b.is_migrated) t
        where b.tenant_id = new.tenant_id and b.meeting_id = new.id and a.id = b.id;
      return null;
    end $$;
  `)
}
