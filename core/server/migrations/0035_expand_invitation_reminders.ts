import type { Knex } from 'knex'

/** Start of an invitation that is sent again, and the reminders that it had. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table invitations add column invited_at timestamptz, add column reminders integer not null default 0;
    create index invitations_open_index on invitations (invited_at) where accepted_at is null;
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop index invitations_open_index;
    alter table invitations drop column reminders, drop column invited_at;
  `)
}
