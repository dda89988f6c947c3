import type { Knex } from 'knex'

/**
 * Lets the attendance of a place say whether the student attended the session: present or late if that is the attendance of at
 * least one meeting, else the last one. A camp that ends with an absence still counts as attended.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create function keep_session_attendance() returns trigger language plpgsql as $$
    begin
      update session_participants p set attendance = a.mark
        from (select k.tenant_id, k.session_id, k.student_id, ${attendanceOf('x')} as mark
            from (select distinct tenant_id, session_id, student_id from new_rows) k
              join meeting_attendance x on x.tenant_id = k.tenant_id and x.session_id = k.session_id
                and x.student_id = k.student_id
            group by k.tenant_id, k.session_id, k.student_id) a
        where p.tenant_id = a.tenant_id and p.session_id = a.session_id and p.student_id = a.student_id
          and p.attendance is distinct from a.mark;
      return null;
    end $$;
    -- After attendance_marks_attend, by its name: triggers fire in the order of their names.
    create trigger attendance_marks_count after insert on attendance_marks referencing new table as new_rows
      for each statement when (current_setting('app.restoring', true) is distinct from 'on')
      execute function keep_session_attendance();

    set local role trellis_operator;
    update session_participants p set attendance = a.mark
      from (select x.tenant_id, x.session_id, x.student_id, ${attendanceOf('x')} as mark from meeting_attendance x
          group by x.tenant_id, x.session_id, x.student_id having count(*) > 1) a
      where p.tenant_id = a.tenant_id and p.session_id = a.session_id and p.student_id = a.student_id
        and p.attendance is distinct from a.mark;
    reset role;
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop trigger attendance_marks_count on attendance_marks;
    drop function keep_session_attendance;
  `)
}

const attendanceOf = (row: string) => `case when bool_or(${row}.mark = 'present') then 'present'
  when bool_or(${row}.mark = 'late') then 'late' else (array_agg(${row}.mark order by ${row}.number desc))[1] end`
