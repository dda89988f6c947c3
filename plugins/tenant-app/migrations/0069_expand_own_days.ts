import type { Knex } from 'knex'

/**
 * Lets a session have its own days: chosen one by one, each with its time. When its start or end changes, they move along
 * instead of being replaced.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table sessions add column has_own_days boolean not null default false;
    create index sessions_own_days_index on sessions (tenant_id, start_date) where has_own_days;

    -- A calendar ignores a change that does not count up.
    alter table session_meetings add column sequence integer not null default 0;
    create function count_meeting_change() returns trigger language plpgsql as $$
    begin
      new.sequence := old.sequence + 1;
      return new;
    end $$;
    create trigger session_meetings_counted before update on session_meetings
      for each row when ((new.starts_at, new.ends_at, new.status, new.instructor_id)
        is distinct from (old.starts_at, old.ends_at, old.status, old.instructor_id)) execute function count_meeting_change();

    -- Meetings of a session after a move from one start and end to others. One with own days moves all of them where it moves as a whole,
    -- by the clock; else it keeps those that touch its new time, or all where they fill it.
    create function planned_meetings(session uuid, from_start timestamptz, from_end timestamptz,
      to_start timestamptz, to_end timestamptz, zone text, tenant uuid)
    returns table (meeting_id uuid, day date, starts_at timestamptz, ends_at timestamptz, is_overnight boolean,
      program_minutes integer, instructor_id uuid, status text) language plpgsql stable as $$
    declare
      shift interval := to_start at time zone zone - from_start at time zone zone;
      is_shift boolean := to_end at time zone zone - from_end at time zone zone = shift;
      days integer := (to_start at time zone zone)::date - (from_start at time zone zone)::date;
      is_filled boolean := (select min(m.starts_at) = to_start and max(m.ends_at) = to_end from session_meetings m
        where m.tenant_id = tenant and m.session_id = session);
    begin
      if session is not null and exists (select from sessions s
          where s.tenant_id = tenant and s.id = session and s.has_own_days) then
        if is_filled or not is_shift then
          return query select m.id, m.day, m.starts_at, m.ends_at, m.is_overnight, m.program_minutes, m.instructor_id, m.status
            from session_meetings m where m.tenant_id = tenant and m.session_id = session
              and (is_filled or (m.starts_at < to_end and m.ends_at > to_start));
        else
          return query select m.id, (case when m.is_overnight then m.day + days else (m.starts_at at time zone zone + shift)::date end),
              case when m.is_overnight then greatest(to_start, (m.day + days)::timestamp at time zone zone)
                else (m.starts_at at time zone zone + shift) at time zone zone end,
              case when m.is_overnight then least(to_end, (m.day + days + 1)::timestamp at time zone zone)
                else (m.ends_at at time zone zone + shift) at time zone zone end,
              m.is_overnight, m.program_minutes, m.instructor_id, m.status
            from session_meetings m where m.tenant_id = tenant and m.session_id = session;
        end if;
        if found then return; end if;
      end if;
      return query select null::uuid, w.day, w.starts_at, w.ends_at, w.is_overnight, w.program_minutes, null::uuid, 'planned'
        from meeting_times(to_start, to_end, zone, tenant) w;
    end $$;

    create function move_own_days(session sessions, from_start timestamptz, from_end timestamptz) returns void
    language plpgsql as $$
    begin
      with wanted as materialized (
        select w.* from tenants z, planned_meetings(session.id, from_start, from_end, session.start_date, session.end_date,
          z.time_zone, z.id) w where z.id = session.tenant_id
      ), gone as (
        delete from session_meetings m where m.tenant_id = session.tenant_id and m.session_id = session.id
            and m.id not in (select meeting_id from wanted where meeting_id is not null)
            and not exists (select from attendance_marks k where k.tenant_id = m.tenant_id and k.meeting_id = m.id)
      ), moved as (
        update session_meetings m set day = w.day, starts_at = w.starts_at, ends_at = w.ends_at, updated_at = now()
          from wanted w where m.tenant_id = session.tenant_id and m.id = w.meeting_id
            and (m.day, m.starts_at, m.ends_at) is distinct from (w.day, w.starts_at, w.ends_at)
      )
      insert into session_meetings (tenant_id, session_id, day, starts_at, ends_at, is_overnight, program_minutes)
        select session.tenant_id, session.id, w.day, w.starts_at, w.ends_at, w.is_overnight, w.program_minutes from wanted w
          where w.meeting_id is null and not exists (select from attendance_marks k join session_meetings m
            on m.tenant_id = k.tenant_id and m.id = k.meeting_id
            where k.tenant_id = session.tenant_id and k.session_id = session.id and m.day = w.day);
    end $$;
  `)
  await trx.raw(keepMeetings({ isNew: 'where not s.has_own_days', again: ownDaysFirst }))
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    ${keepMeetings({ isNew: '', again: planAgain('') })}
    drop trigger session_meetings_counted on session_meetings;
    drop function move_own_days, planned_meetings, count_meeting_change;
    alter table session_meetings drop column sequence;
    drop index sessions_own_days_index;
    alter table sessions drop column has_own_days;
  `)
}

const planAgain = (condition: string) => `
      perform plan_meetings(s) from sessions s join new_rows n on n.tenant_id = s.tenant_id and n.id = s.id
        join old_rows o on o.id = n.id where ${condition} ((n.start_date, n.end_date) is distinct from (o.start_date, o.end_date)
          or (o.status = 'cancelled' and n.status <> 'cancelled'));`

const ownDaysFirst = `
      perform move_own_days(s, o.start_date, o.end_date) from sessions s join new_rows n on n.tenant_id = s.tenant_id
        and n.id = s.id join old_rows o on o.id = n.id
        where s.has_own_days and (n.start_date, n.end_date) is distinct from (o.start_date, o.end_date);
      ${planAgain('not s.has_own_days and')}`

const keepMeetings = ({ isNew, again }: { isNew: string; again: string }) => `
    create or replace function keep_session_meetings() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into session_meetings (tenant_id, session_id, day, starts_at, ends_at, is_overnight, program_minutes)
          select s.tenant_id, s.id, m.day, m.starts_at, m.ends_at, m.is_overnight, m.program_minutes
            from new_rows s join tenants z on z.id = s.tenant_id,
              meeting_times(s.start_date, s.end_date, z.time_zone, s.tenant_id) m ${isNew};
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
      ${again}
      update session_meetings m set updated_at = now() from new_rows n join old_rows o on o.id = n.id
        where m.tenant_id = n.tenant_id and m.session_id = n.id
          and (n.instructor_id, n.status = 'cancelled') is distinct from (o.instructor_id, o.status = 'cancelled');
      set constraints session_meetings_instructor_free, session_meetings_once immediate;
      return null;
    end $$;`
