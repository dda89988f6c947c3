import type { Knex } from 'knex'

/**
 * Extends the attendance log by offline records: their time of arrival, and records that another one overruled before they
 * arrived, which have no number since they never counted.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table attendance_marks
      alter column number drop not null,
      -- null: at once.
      add column received_at timestamptz,
      -- The device said a time that cannot be.
      add column is_time_clipped boolean not null default false
  `)
  await keepMeetingAttendance(trx, 'where k.number is not null')
}

export async function down(trx: Knex): Promise<void> {
  await keepMeetingAttendance(trx, '')
  await trx.raw(`
    set local role trellis_operator;
    delete from attendance_marks where number is null;
    reset role;
    alter table attendance_marks
      alter column number set not null,
      drop column received_at,
      drop column is_time_clipped;
  `)
}

/** @param counted SQL condition for entries that count */
async function keepMeetingAttendance(trx: Knex, counted: string): Promise<void> {
  await trx.raw(`
    create or replace function keep_meeting_attendance() returns trigger language plpgsql as $$
    begin
      insert into meeting_attendance as a (tenant_id, meeting_id, session_id, student_id, mark, number, first_in, last_out,
          marked_at, minutes, minutes_assumed)
        select distinct on (k.tenant_id, k.meeting_id, k.student_id) k.tenant_id, k.meeting_id, k.session_id, k.student_id,
            k.mark, k.number, k.arrived_at, k.left_at, k.marked_at, t.minutes, t.minutes_assumed
          from new_rows k join session_meetings m on m.tenant_id = k.tenant_id and m.id = k.meeting_id,
            attended_minutes(k.mark, k.arrived_at, k.left_at, k.marked_at, m.starts_at, m.ends_at, m.program_minutes, false) t
          ${counted}
          order by k.tenant_id, k.meeting_id, k.student_id, k.number desc
        on conflict (tenant_id, meeting_id, student_id) do update set mark = excluded.mark, number = excluded.number,
            first_in = excluded.first_in, last_out = excluded.last_out, marked_at = excluded.marked_at,
            minutes = excluded.minutes, minutes_assumed = excluded.minutes_assumed, is_migrated = false
          where excluded.number >= a.number;
      return null;
    end $$
  `)
}
