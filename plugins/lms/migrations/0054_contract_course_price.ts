import type { Knex } from 'knex'

/** Drops the price of courses in two decimals, which no code writes. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw('alter table lms_courses drop column price')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('alter table lms_courses add column price numeric(10, 2) not null default 0 check (price >= 0)')
}
