import type { Knex } from 'knex'

/** Renames the column, as exports leave out hashes, which they take for those of secrets. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw('alter table lms_courses rename column original_hash to original_edition')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('alter table lms_courses rename column original_edition to original_hash')
}
