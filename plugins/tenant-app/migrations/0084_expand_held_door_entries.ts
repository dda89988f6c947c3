import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/** Stores acts at the door of accounts that were deactivated before they arrived. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table held_door_entries (
      -- Made by the device: the entry's.
      id uuid primary key,
      session_id uuid not null,
      -- null: of a roll call, which is of a place.
      meeting_id uuid,
      -- null: a head count, and the beginning of a roll call.
      student_id uuid,
      entry jsonb not null check (jsonb_typeof(entry) = 'object'),
      made_at timestamptz not null,
      maker_id uuid,
      maker_name varchar(201) not null,
      sent_by uuid,
      sent_by_name varchar(201),
      sent_at timestamptz not null,
      -- null: an admin has not decided yet.
      decision text check (decision in ('applied', 'discarded')),
      decided_at timestamptz
    )
  `)
  await tenantOwned(trx, 'held_door_entries', { tenantMay: ['select', 'insert', 'update'], withoutReferences: true })
  await tenantReference(trx, 'held_door_entries', 'session_id', 'sessions')
  await tenantReference(trx, 'held_door_entries', 'meeting_id', 'session_meetings')
  await tenantReference(trx, 'held_door_entries', 'student_id', 'students')
  await tenantReference(trx, 'held_door_entries', 'maker_id', 'users', 'set null')
  await tenantReference(trx, 'held_door_entries', 'sent_by', 'users', 'set null')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop table held_door_entries')
}
