import type { Knex } from 'knex'

/**
 * Names that people are called by in the product, beside the name that their organization has on record; and another
 * name on record that a user has asked for, until an admin decides.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table users
      add column called_name text check (length(called_name) between 1 and 100),
      add column requested_first_name text check (length(requested_first_name) between 1 and 100),
      add column requested_last_name text check (length(requested_last_name) between 1 and 100),
      add column name_requested_at timestamptz,
      add constraint users_name_request_whole check (
        (requested_first_name is null) = (requested_last_name is null)
        and (requested_first_name is null) = (name_requested_at is null));
    create index users_name_requests_index on users (tenant_id, name_requested_at) where name_requested_at is not null
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table users drop column called_name, drop column requested_first_name, drop column requested_last_name,
      drop column name_requested_at
  `)
}
