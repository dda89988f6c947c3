import type { Knex } from 'knex'

/** Indexes the orders of the list of users, and the inactive users, who are few. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create index users_name_index on users (last_name, first_name, id);
    create index users_last_login_index on users (last_login_at desc nulls last, id desc);
    create index users_inactive_index on users (created_at desc, id desc) where not is_active
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop index users_name_index; drop index users_last_login_index; drop index users_inactive_index')
}
