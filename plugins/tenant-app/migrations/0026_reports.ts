import type { Knex } from 'knex'

/**
 * Extends the unique index of a student's place in a session by the columns that reports count, so that reports of a year's
 * places read this index alone, and need no other one.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table session_participants drop constraint session_participants_unique,
      add constraint session_participants_unique unique (tenant_id, session_id, student_id)
        include (id, status, attendance, attendance_number);
    -- When somebody came or left is recorded of few marks, and asked for with each.
    create index attendance_marks_times_index on attendance_marks (tenant_id, session_id)
      include (student_id, number, arrived_at, left_at) where arrived_at is not null or left_at is not null;
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop index attendance_marks_times_index;
    alter table session_participants drop constraint session_participants_unique,
      add constraint session_participants_unique unique (tenant_id, session_id, student_id);
  `)
}
