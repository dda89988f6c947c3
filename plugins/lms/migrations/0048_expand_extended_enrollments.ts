import type { Knex } from 'knex'

/** A learner's own due date of a course that is required of them. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`alter table lms_enrollments add column extended_until date`)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`alter table lms_enrollments drop column extended_until`)
}
