import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/** Creates reasons of places in sessions: groups that students were registered with, or null for a student alone. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table place_reasons (
      session_id uuid not null,
      student_id uuid not null,
      -- null: registered alone. A place without a reason is one of a student alone too.
      group_id uuid,
      created_at timestamptz not null default now()
    )
  `)
  await tenantOwned(trx, 'place_reasons', { withoutReferences: true })
  await tenantReference(trx, 'place_reasons', 'group_id', 'groups')
  await trx.raw(`
    alter table place_reasons
      add constraint place_reasons_place_reference foreign key (tenant_id, session_id, student_id)
        references session_participants (tenant_id, session_id, student_id) on delete cascade,
      add constraint place_reasons_once_unique unique nulls not distinct (tenant_id, session_id, student_id, group_id)
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop table place_reasons')
}
