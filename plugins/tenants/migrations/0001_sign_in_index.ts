import type { Knex } from 'knex'

/** Finds idle users in every organization at once, from the index alone. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(
    'create index users_tenant_last_login_index on users (tenant_id, last_login_at) where last_login_at is not null',
  )
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop index users_tenant_last_login_index')
}
