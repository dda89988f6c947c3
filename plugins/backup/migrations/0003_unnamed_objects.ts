import type { Knex } from 'knex'
import { platformOwned } from '#core/server/database/ownership.ts'

/** Contents beside archives that no archive names any more, since when. A prune removes them a day later. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table unnamed_objects (
      location varchar(10) not null check (location in ('disk', 's3')),
      name text not null,
      since timestamptz not null,
      primary key (location, name)
    )
  `)
  await platformOwned(trx, 'unnamed_objects')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop table unnamed_objects')
}
