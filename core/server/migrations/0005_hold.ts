import type { Knex } from 'knex'
import { platformOwned } from '../database/ownership.ts'

/** Holds the platform while there is a row: no user may change anything, since a restore is replacing all data. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table platform_hold (
      id boolean primary key default true check (id),
      message text not null,
      since timestamptz not null
    )
  `)
  await platformOwned(trx, 'platform_hold')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop table platform_hold')
}
