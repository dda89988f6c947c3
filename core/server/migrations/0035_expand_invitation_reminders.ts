import type { Knex } from 'knex'

/** Start of an invitation that is sent again, the reminders that it had, and the links of the emails before the last. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table invitations add column invited_at timestamptz, add column reminders integer not null default 0,
      add column earlier_hashes bytea[] not null default '{}';
    create index invitations_earlier_hashes_index on invitations using gin (earlier_hashes);
    create index invitations_open_index on invitations (invited_at) where accepted_at is null;
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop index invitations_open_index;
    alter table invitations drop column earlier_hashes, drop column reminders, drop column invited_at;
  `)
}
