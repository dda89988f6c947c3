import type { Knex } from 'knex'

/** Drops the indexes by which the version before compared texts. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    drop index users_email_unique, users_username_unique, users_sign_in_index, tenants_search_index,
      mail_messages_recipient_index
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    create unique index users_email_unique on users (tenant_id, lower(email)) nulls not distinct where email is not null;
    create unique index users_username_unique on users (tenant_id, lower(username)) nulls not distinct;
    create index users_sign_in_index on users (lower(email));
    create index tenants_search_index on tenants using gin ((lower(name || ' ' || admin_email)) gin_trgm_ops);
    create index mail_messages_recipient_index on mail_messages using gin (lower(recipient) gin_trgm_ops);
  `)
}
