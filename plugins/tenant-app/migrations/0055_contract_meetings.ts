import type { Knex } from 'knex'

/**
 * Leaves it to the meetings whether an instructor is free: a camp week blocks its days, and not the evenings. Every entry
 * of the attendance log names its meeting.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table sessions drop constraint sessions_instructor_free;
    alter table attendance_marks alter column meeting_id set not null;
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table attendance_marks alter column meeting_id drop not null;
    alter table sessions add constraint sessions_instructor_free exclude using gist
      (tenant_id with =, instructor_id with =, tstzrange(start_date, end_date) with &&)
      where (status <> 'cancelled') deferrable;
  `)
}
