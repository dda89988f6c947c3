import type { Knex } from 'knex'
import { tenantOwned } from '#core/server/database/ownership.ts'

/** Creates the last day with automatic emails about training per organization, so that a missed morning is made up. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw('create table lms_training_mails (mailed_on date not null)')
  await tenantOwned(trx, 'lms_training_mails', { withoutReferences: true })
  await trx.raw(`
    drop index lms_training_mails_tenant_id_index;
    alter table lms_training_mails add primary key (tenant_id);
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop table lms_training_mails')
}
