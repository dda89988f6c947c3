import type { Knex } from 'knex'

export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create index mail_messages_status_index on mail_messages (status, created_at desc, id desc);
    create index mail_messages_recipient_index on mail_messages using gin (lower(recipient) gin_trgm_ops);
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop index mail_messages_status_index, mail_messages_recipient_index')
}
