import type { Knex } from 'knex'

/** Invoices keep who issued them, as they keep whom they bill. Those issued before print what the settings say. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`alter table invoices add column seller jsonb check (jsonb_typeof(seller) = 'object')`)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('alter table invoices drop column seller')
}
