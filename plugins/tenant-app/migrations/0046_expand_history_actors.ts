import type { Knex } from 'knex'

/** Id of the user who changed a student's profile, by which an erasure finds the name. Earlier rows have the name alone. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw('alter table student_changes add column actor_id uuid')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('alter table student_changes drop column actor_id')
}
