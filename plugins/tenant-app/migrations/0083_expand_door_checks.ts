import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/** Stores that an admin has checked a flagged event of the door. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table door_events add constraint door_events_tenant_id_id_unique unique (tenant_id, id);
    create index door_events_flag_index on door_events (tenant_id, recorded_at) where flag is not null;
    create table door_checks (
      id uuid primary key default new_id(),
      event_id uuid not null,
      student_id uuid not null,
      note varchar(500) not null default '',
      checked_by uuid,
      checked_by_name varchar(201),
      checked_at timestamptz not null
    )
  `)
  await tenantOwned(trx, 'door_checks', { tenantMay: ['select', 'insert'], withoutReferences: true })
  await tenantReference(trx, 'door_checks', 'event_id', 'door_events')
  await tenantReference(trx, 'door_checks', 'student_id', 'students')
  await tenantReference(trx, 'door_checks', 'checked_by', 'users', 'set null')
  await trx.raw('alter table door_checks add constraint door_checks_once unique (tenant_id, event_id)')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop table door_checks;
    drop index door_events_flag_index;
    alter table door_events drop constraint door_events_tenant_id_id_unique
  `)
}
