import type { Knex } from 'knex'

/**
 * Leaves out of a child's minutes the time between a departure and the next arrival of the same day, as for a dentist. Only the
 * stretch whose beginning or end is missing is assumed.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    -- Minutes of attended_minutes without those between a departure and the next arrival in the log of the door.
    create function stayed_minutes(tenant uuid, meeting uuid, student uuid, mark text, first_in timestamptz,
      last_out timestamptz, marked_at timestamptz, starts_at timestamptz, ends_at timestamptz, program_minutes integer,
      is_migrated boolean, out minutes integer, out minutes_assumed integer) language sql stable as $$
      with counted as (
        select t.* from attended_minutes(mark, first_in, last_out, marked_at, starts_at, ends_at, program_minutes, is_migrated) t
      ), ordered as (
        select d.kind, d.at, d.recorded_at, d.id, lag(d.kind) over (order by d.at, d.recorded_at, d.id) as former
          from door_events d where d.tenant_id = tenant and d.meeting_id = meeting and d.student_id = student
            and d.kind <> 'undo' and not exists (select from door_events u where u.tenant_id = d.tenant_id and u.undoes_id = d.id)
      ), standing as (
        select o.kind, o.at, lead(o.kind) over w as next_kind, lead(o.at) over w as until
          from ordered o where o.kind is distinct from o.former and (o.kind <> 'closed' or o.former = 'in')
          window w as (order by o.at, o.recorded_at, o.id)
      ), stay as (
        select greatest(coalesce(first_in, case when mark = 'late' and not is_migrated and marked_at between starts_at and ends_at
            then marked_at end, starts_at), starts_at) as from_time, least(coalesce(last_out, ends_at), ends_at) as to_time
      ), away as (
        select sum(extract(epoch from least(s.until, y.to_time) - greatest(s.at, y.from_time))) as seconds, min(s.at) as first_out,
            max(s.until) as last_in
          from standing s, stay y
          where s.kind = 'out' and s.next_kind = 'in' and s.at < y.to_time and s.until > y.from_time
      ), without as (
        select greatest(0, (extract(epoch from y.to_time - y.from_time) - a.seconds) / 60)::integer as minutes,
            (case when last_out is null then greatest(0, extract(epoch from y.to_time - a.last_in)) else 0 end
              + case when first_in is null then greatest(0, extract(epoch from a.first_out - y.from_time)) else 0 end) / 60 as assumed
          from stay y, away a
      )
      select case when c.is_whole then c.minutes else w.minutes end,
          case when c.is_whole then c.minutes_assumed else least(w.minutes, w.assumed::integer) end
        from (select k.*, k.minutes = 0 or program_minutes is not null or a.seconds is null as is_whole from counted k, away a) c,
          without w
    $$;

    -- Late events of an offline device change the minutes between an arrival and a departure that stay as they were.
    create function recount_stays() returns trigger language plpgsql as $$
    begin
      update meeting_attendance a set minutes = t.minutes, minutes_assumed = t.minutes_assumed
        from (select distinct n.tenant_id, n.meeting_id, n.student_id from new_rows n) n
          join meeting_attendance b on b.tenant_id = n.tenant_id and b.meeting_id = n.meeting_id and b.student_id = n.student_id
          join session_meetings m on m.tenant_id = b.tenant_id and m.id = b.meeting_id, ${stayed('b', 'b.first_in, b.last_out', 'b.is_migrated')} t
        where a.tenant_id = b.tenant_id and a.id = b.id
          and (a.minutes, a.minutes_assumed) is distinct from (t.minutes, t.minutes_assumed);
      return null;
    end $$;
    create trigger door_events_stays after insert on door_events referencing new table as new_rows
      for each statement when (current_setting('app.restoring', true) is distinct from 'on') execute function recount_stays()
  `)
  await countBy(trx, stayed)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop trigger door_events_stays on door_events; drop function recount_stays')
  await countBy(trx, attended)
  await trx.raw('drop function stayed_minutes')
}

const stayed: Count = (row, times, isMigrated) =>
  `stayed_minutes(${row}.tenant_id, ${row}.meeting_id, ${row}.student_id, ${row}.mark, ${times}, ${row}.marked_at, m.starts_at,
    m.ends_at, m.program_minutes, ${isMigrated})`

const attended: Count = (row, times, isMigrated) =>
  `attended_minutes(${row}.mark, ${times}, ${row}.marked_at, m.starts_at, m.ends_at, m.program_minutes, ${isMigrated})`

/** Writes the call that counts the minutes of a row. @param times arrival and departure of the row */
type Count = (row: string, times: string, isMigrated: string) => string

/** Counts attendance of children with events of the door, now and from now on, by a function. */
async function countBy(trx: Knex, count: Count): Promise<void> {
  await trx.raw(`
    create or replace function keep_meeting_attendance() returns trigger language plpgsql as $$
    begin
      insert into meeting_attendance as a (tenant_id, meeting_id, session_id, student_id, mark, number, first_in, last_out,
          marked_at, minutes, minutes_assumed)
        select distinct on (k.tenant_id, k.meeting_id, k.student_id) k.tenant_id, k.meeting_id, k.session_id, k.student_id,
            k.mark, k.number, k.arrived_at, k.left_at, k.marked_at, t.minutes, t.minutes_assumed
          from new_rows k join session_meetings m on m.tenant_id = k.tenant_id and m.id = k.meeting_id,
            ${count('k', 'k.arrived_at, k.left_at', 'false')} t
          where k.number is not null
          order by k.tenant_id, k.meeting_id, k.student_id, k.number desc
        on conflict (tenant_id, meeting_id, student_id) do update set mark = excluded.mark, number = excluded.number,
            first_in = excluded.first_in, last_out = excluded.last_out, marked_at = excluded.marked_at,
            minutes = excluded.minutes, minutes_assumed = excluded.minutes_assumed, is_migrated = false
          where excluded.number >= a.number;
      return null;
    end $$;
    create or replace function recount_meeting_attendance() returns trigger language plpgsql as $$
    begin
      update meeting_attendance a set minutes = t.minutes, minutes_assumed = t.minutes_assumed
        from meeting_attendance b, lateral (select new.starts_at, new.ends_at, new.program_minutes) m,
          ${count('b', 'b.first_in, b.last_out', 'b.is_migrated')} t
        where b.tenant_id = new.tenant_id and b.meeting_id = new.id and a.id = b.id;
      return null;
    end $$;
    set local role trellis_operator;
    -- Days on which a child came back: for all others both functions count the same.
    with back as materialized (
      select b.*, m.starts_at, m.ends_at, m.program_minutes from meeting_attendance b
          join session_meetings m on m.tenant_id = b.tenant_id and m.id = b.meeting_id
        where exists (select from door_events d join door_events i on i.tenant_id = d.tenant_id and i.meeting_id = d.meeting_id
            and i.student_id = d.student_id and i.at >= d.at
          where d.tenant_id = b.tenant_id and d.meeting_id = b.meeting_id and d.student_id = b.student_id
            and d.kind = 'out' and i.kind = 'in')
    )
    update meeting_attendance a set minutes = t.minutes, minutes_assumed = t.minutes_assumed
      from back b, lateral (select b.starts_at, b.ends_at, b.program_minutes) m,
        ${count('b', 'b.first_in, b.last_out', 'b.is_migrated')} t
      where a.tenant_id = b.tenant_id and a.id = b.id
        and (a.minutes, a.minutes_assumed) is distinct from (t.minutes, t.minutes_assumed);
    reset role
  `)
}
