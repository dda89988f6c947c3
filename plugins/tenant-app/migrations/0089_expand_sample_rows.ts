import type { Knex } from 'knex'
import { tenantOwned } from '#core/server/database/ownership.ts'

/** Adds the list of rows that are an organization's sample data, by which they are recognized and removed. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table sample_rows (
      id uuid primary key default new_id(),
      -- Kind that a plugin declares, such as a student.
      kind varchar(40) not null,
      row_id uuid not null
    )
  `)
  await tenantOwned(trx, 'sample_rows', { tenantMay: ['select', 'insert', 'delete'], withoutReferences: true })
  await trx.raw('alter table sample_rows add constraint sample_rows_once unique (tenant_id, row_id)')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop table sample_rows')
}
