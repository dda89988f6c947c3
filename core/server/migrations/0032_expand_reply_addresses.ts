import type { Knex } from 'knex'

/** Address that replies to a message go to, where a person wrote it. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw('alter table mail_messages add column reply_to text')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('alter table mail_messages drop column reply_to')
}
