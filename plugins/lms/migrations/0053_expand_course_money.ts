import type { Knex } from 'knex'

/** Prices of courses as whole minor units of a currency, so that every currency has its decimals. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table lms_courses
      add column price_minor bigint not null default 0 check (price_minor >= 0),
      add column currency char(3) not null default 'USD'
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('alter table lms_courses drop column price_minor, drop column currency')
}
