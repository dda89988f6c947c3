import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/**
 * Creates the meetings of sessions: the days on which a session takes place. Triggers update them in the transaction of the
 * session, for any writer, including servers of the previous release.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table session_meetings (
      id uuid primary key default new_id(),
      session_id uuid not null,
      -- A day of the organization's calendar.
      day date not null,
      starts_at timestamptz not null,
      ends_at timestamptz not null,
      -- null: the session's.
      instructor_id uuid,
      status text not null default 'planned' check (status in ('planned', 'cancelled', 'closed')),
      is_overnight boolean not null default false,
      -- Minutes that a night and a day of a stay count.
      program_minutes integer check (program_minutes between 0 and 1440),
      -- Kept by a trigger: null while the meeting or its session is cancelled.
      busy_instructor_id uuid,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint session_meetings_order_check check (ends_at > starts_at),
      constraint session_meetings_program_check check (is_overnight = (program_minutes is not null))
    )
  `)
  await tenantOwned(trx, 'session_meetings')
  await tenantReference(trx, 'session_meetings', 'session_id', 'sessions')
  await tenantReference(trx, 'session_meetings', 'instructor_id', 'users', 'set null')
  await trx.raw(`
    alter table session_meetings
      add constraint session_meetings_once unique (tenant_id, session_id, starts_at) deferrable,
      add constraint session_meetings_instructor_free exclude using gist
        (tenant_id with =, busy_instructor_id with =, tstzrange(starts_at, ends_at) with &&) deferrable;
    create index session_meetings_start_index on session_meetings (tenant_id, starts_at);
  `)
  await functions(trx)
  await trx.raw(`
    set local role trellis_operator;
    insert into session_meetings (tenant_id, session_id, day, starts_at, ends_at, is_overnight, program_minutes)
      select s.tenant_id, s.id, m.day, m.starts_at, m.ends_at, m.is_overnight, m.program_minutes
        from sessions s join tenants z on z.id = s.tenant_id,
          meeting_times(s.start_date, s.end_date, z.time_zone, s.tenant_id) m;
    reset role;
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop trigger sessions_meet_first on sessions;
    drop trigger sessions_meet_again on sessions;
    drop trigger tenants_meet_by_day on tenants;
    drop table session_meetings;
    drop function keep_session_meetings, keep_meeting_days, plan_meetings, keep_busy_instructor, meeting_times;
  `)
}

async function functions(trx: Knex): Promise<void> {
  await trx.raw(`
    -- Once where the session begins and ends on one day, or lasts at most 16 hours; else on each day between, by the same
    -- clock, without closed days, and on weekends only where it begins or ends on one or takes over a week.
    create function meeting_times(start_date timestamptz, end_date timestamptz, zone text, tenant uuid)
    returns table (day date, starts_at timestamptz, ends_at timestamptz, is_overnight boolean, program_minutes integer)
    language plpgsql stable as $$
    declare
      begins timestamp := start_date at time zone zone;
      finishes timestamp := end_date at time zone zone;
      stays boolean := finishes::time <= begins::time;
      opens time := least(begins::time, finishes::time);
      closes time := greatest(begins::time, finishes::time);
    begin
      if begins::date = finishes::date or end_date - start_date <= interval '16 hours' then
        return query select begins::date, start_date, end_date, false, null::integer;
        return;
      end if;
      return query select d::date,
          case when stays then greatest(start_date, d at time zone zone) else (d::date + begins::time) at time zone zone end,
          case when stays then least(end_date, (d + interval '1 day') at time zone zone)
            else (d::date + finishes::time) at time zone zone end,
          stays,
          case when stays then greatest(0, date_part('epoch', least(end_date, (d::date + closes) at time zone zone)
            - greatest(start_date, (d::date + opens) at time zone zone)) / 60)::integer end
        from generate_series(begins::date::timestamp, finishes::date::timestamp, interval '1 day') d
        where (not stays or d at time zone zone < end_date)
          and (stays or extract(isodow from d) < 6 or extract(isodow from begins) > 5 or extract(isodow from finishes) > 5
            or end_date - start_date > interval '7 days')
          and (stays or not exists (select from closed_days c
            where c.tenant_id = tenant and d::date between c.first_day and c.last_day))
        order by d;
      if not found then
        return query select begins::date, start_date,
          case when stays then least(end_date, (begins::date + 1)::timestamp at time zone zone)
            else (begins::date + finishes::time) at time zone zone end,
          stays, case when stays then 0 end;
      end if;
    end $$;

    create function keep_busy_instructor() returns trigger language plpgsql as $$
    begin
      new.busy_instructor_id := (
        select coalesce(new.instructor_id, s.instructor_id) from sessions s
          where s.tenant_id = new.tenant_id and s.id = new.session_id and s.status <> 'cancelled'
            and new.status <> 'cancelled');
      return new;
    end $$;
    create trigger session_meetings_busy before insert or update on session_meetings
      for each row execute function keep_busy_instructor();

    -- A session that moves to other days altogether takes its meetings along, in order, where there are as many. Else a
    -- meeting belongs to its day: where that goes, so does the meeting, unless it has marks.
    create function plan_meetings(session sessions) returns void language plpgsql as $$
    declare
      zone text := (select z.time_zone from tenants z where z.id = session.tenant_id);
      is_shift boolean := (
        select count(m.id) = count(w.day) and count(*) filter (where m.day = w.day) = 0
          from (select x.id, x.day from session_meetings x where x.tenant_id = session.tenant_id and x.session_id = session.id) m
            full join meeting_times(session.start_date, session.end_date, zone, session.tenant_id) w on w.day = m.day);
    begin
      with wanted as (
        select w.*, row_number() over (order by w.starts_at) as place
          from meeting_times(session.start_date, session.end_date, zone, session.tenant_id) w
      ), present as (
        -- A change of zone may have put two on one day.
        select p.*, row_number() over (order by p.starts_at) as place,
            row_number() over (partition by p.day order by p.has_marks desc, p.starts_at) as place_of_day
          from (select m.id, m.day, m.starts_at, exists (select from attendance_marks k
              where k.tenant_id = m.tenant_id and k.meeting_id = m.id) as has_marks
            from session_meetings m where m.tenant_id = session.tenant_id and m.session_id = session.id) p
      ), gone as (
        delete from session_meetings m using present p where m.tenant_id = session.tenant_id and m.id = p.id and not is_shift
            and not p.has_marks and (p.place_of_day > 1 or p.day not in (select day from wanted))
      ), moved as (
        update session_meetings m set day = w.day, starts_at = w.starts_at, ends_at = w.ends_at,
            is_overnight = w.is_overnight, program_minutes = w.program_minutes, updated_at = now()
          from present p join wanted w
            on case when is_shift then w.place = p.place else w.day = p.day and p.place_of_day = 1 end
          where m.tenant_id = session.tenant_id and m.id = p.id
      )
      insert into session_meetings (tenant_id, session_id, day, starts_at, ends_at, is_overnight, program_minutes)
        select session.tenant_id, session.id, w.day, w.starts_at, w.ends_at, w.is_overnight, w.program_minutes
          from wanted w where not is_shift and w.day not in (select day from present);
    end $$;

    create function keep_session_meetings() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into session_meetings (tenant_id, session_id, day, starts_at, ends_at, is_overnight, program_minutes)
          select s.tenant_id, s.id, m.day, m.starts_at, m.ends_at, m.is_overnight, m.program_minutes
            from new_rows s join tenants z on z.id = s.tenant_id,
              meeting_times(s.start_date, s.end_date, z.time_zone, s.tenant_id) m;
        return null;
      end if;
      if not exists (select from new_rows n join old_rows o on o.id = n.id
          where (n.start_date, n.end_date, n.instructor_id, n.status = 'cancelled')
            is distinct from (o.start_date, o.end_date, o.instructor_id, o.status = 'cancelled')) then
        return null;
      end if;
      -- One statement may put each session where another was a moment before.
      set constraints session_meetings_instructor_free, session_meetings_once deferred;
      -- One that takes place again may do so on days that were closed when it was planned.
      perform plan_meetings(s) from sessions s join new_rows n on n.tenant_id = s.tenant_id and n.id = s.id
        join old_rows o on o.id = n.id where (n.start_date, n.end_date) is distinct from (o.start_date, o.end_date)
          or (o.status = 'cancelled' and n.status <> 'cancelled');
      update session_meetings m set updated_at = now() from new_rows n join old_rows o on o.id = n.id
        where m.tenant_id = n.tenant_id and m.session_id = n.id
          and (n.instructor_id, n.status = 'cancelled') is distinct from (o.instructor_id, o.status = 'cancelled');
      set constraints session_meetings_instructor_free, session_meetings_once immediate;
      return null;
    end $$;
    -- A backup brings the meetings of its sessions along.
    create trigger sessions_meet_first after insert on sessions referencing new table as new_rows
      for each statement when (current_setting('app.restoring', true) is distinct from 'on')
      execute function keep_session_meetings();
    create trigger sessions_meet_again after update on sessions referencing new table as new_rows old table as old_rows
      for each statement execute function keep_session_meetings();

    -- In another zone a meeting is on the day of its start, and a day of a stay, which began at midnight, on that of its
    -- middle. Sessions that keep their local time are moved after this.
    create function keep_meeting_days() returns trigger language plpgsql as $$
    begin
      update session_meetings m set day = z.day, updated_at = now()
        from (select x.id, ((x.starts_at + case when x.is_overnight then (x.ends_at - x.starts_at) / 2 else interval '0' end)
            at time zone new.time_zone)::date as day from session_meetings x where x.tenant_id = new.id) z
        where m.tenant_id = new.id and m.id = z.id and m.day <> z.day;
      return null;
    end $$;
    create trigger tenants_meet_by_day after update of time_zone on tenants
      for each row when (old.time_zone is distinct from new.time_zone) execute function keep_meeting_days();
  `)
}
