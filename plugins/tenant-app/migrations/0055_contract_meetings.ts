import type { Knex } from 'knex'

/** Requires a meeting of every entry of the attendance log. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw('alter table attendance_marks alter column meeting_id set not null')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('alter table attendance_marks alter column meeting_id drop not null')
}
