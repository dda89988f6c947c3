import type { Knex } from 'knex'

/**
 * Adds the id of the user who changed a student's profile, by which an erasure finds the name. Earlier rows only have the name.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw('alter table student_changes add column actor_id uuid')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('alter table student_changes drop column actor_id')
}
