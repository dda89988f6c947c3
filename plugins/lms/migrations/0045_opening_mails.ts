import type { Knex } from 'knex'
import { tenantOwned } from '#core/server/database/ownership.ts'

/** Adds emails about openings: the last day whose openings were emailed in an organization, and users who have opted out. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table lms_opening_mails (mailed_on date not null);
    alter table lms_mail_choices add column sends_openings boolean not null default true;
  `)
  await tenantOwned(trx, 'lms_opening_mails', { withoutReferences: true })
  await trx.raw(`
    drop index lms_opening_mails_tenant_id_index;
    alter table lms_opening_mails add primary key (tenant_id);
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop table lms_opening_mails;
    alter table lms_mail_choices drop column sends_openings;
  `)
}
