import type { Knex } from 'knex'

/**
 * When a password was chosen by a link emailed to its address: only then does it open other organizations' accounts of
 * that address. Of passwords from before it is unknown.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw('alter table users add column password_proven_at timestamptz')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('alter table users drop column password_proven_at')
}
