import type { Knex } from 'knex'
import { tenantReference } from '#core/server/database/ownership.ts'

/** Lets guardians report an absence from one day of a session of several. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table absence_reports
      -- One day of the session; null: all of them.
      add column meeting_id uuid,
      add constraint absence_reports_meeting_check check (meeting_id is null or session_id is not null)
  `)
  await tenantReference(trx, 'absence_reports', 'meeting_id', 'session_meetings')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    set local role trellis_operator;
    delete from absence_reports where meeting_id is not null;
    reset role;
    alter table absence_reports drop column meeting_id;
  `)
}
