import type { Knex } from 'knex'

export async function up(trx: Knex): Promise<void> {
  await trx.raw('alter table tenants add column read_only boolean not null default false')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('alter table tenants drop column read_only')
}
