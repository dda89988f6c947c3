import type { Knex } from 'knex'

/** Adds a learner's extended due date in a required course. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`alter table lms_enrollments add column extended_until date`)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`alter table lms_enrollments drop column extended_until`)
}
