import type { Knex } from 'knex'

/** Renames the column: tools take a hash for that of a secret, which no export includes. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw('alter table lms_courses rename column original_hash to original_edition')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('alter table lms_courses rename column original_edition to original_hash')
}
