import type { Knex } from 'knex'
import { platformOwned } from '../database/ownership.ts'

export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table demo_data (
      plugin varchar(100) primary key,
      loaded_at timestamptz not null
    )
  `)
  await platformOwned(trx, 'demo_data')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop table demo_data')
}
