import type { Knex } from 'knex'

/** Flags events of the door for admins that devices without a connection recorded, and that would be refused now. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table door_events
      add column flag text check (flag in ('barred', 'not-allowed', 'canceled', 'removed', 'clock'))
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('alter table door_events drop column flag')
}
