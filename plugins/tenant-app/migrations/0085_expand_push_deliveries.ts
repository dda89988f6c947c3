import type { Knex } from 'knex'

const channels = (names: string) => `
  alter table message_deliveries drop constraint message_deliveries_channel_check;
  alter table message_deliveries add constraint message_deliveries_channel_check check (channel in (${names}))`

/** Lets messages be delivered as notifications on devices too. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(channels(`'email', 'push'`))
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`delete from message_deliveries where channel = 'push'; ${channels(`'email'`)}`)
}
