import type { Knex } from 'knex'

/**
 * Adds the time at which a password was chosen by a link emailed to its address: only then does it open accounts of that
 * address in other organizations. It is unknown for older passwords.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw('alter table users add column password_proven_at timestamptz')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('alter table users drop column password_proven_at')
}
