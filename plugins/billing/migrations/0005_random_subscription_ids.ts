import type { Knex } from 'knex'

/** The log of upgrades shows the first 8 characters, which are alike in ids that begin with the time. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw('alter table subscriptions alter column id set default gen_random_uuid()')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('alter table subscriptions alter column id set default new_id()')
}
