import type { Knex } from 'knex'

/** Adds the users whose download of an export is on record, whatever part of it they began with. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`alter table data_exports add column downloaded_by uuid[] not null default '{}'`)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('alter table data_exports drop column downloaded_by')
}
