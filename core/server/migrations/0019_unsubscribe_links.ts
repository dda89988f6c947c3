import type { Knex } from 'knex'

/** The address of a message's `List-Unsubscribe` header, up to its token, which is the message's secret. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw('alter table mail_messages add column unsubscribe text')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('alter table mail_messages drop column unsubscribe')
}
