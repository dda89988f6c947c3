import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/** Adds points that devices give while a session runs, and the texts about it for families. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    -- A log by which points that arrive again count once; the ledger of points has what they came to.
    create table point_awards (
      -- Made by the device.
      id uuid primary key,
      session_id uuid not null,
      student_id uuid not null,
      points integer not null check (points between -1000 and 1000 and points <> 0),
      given_by uuid,
      given_by_name varchar(201),
      given_at timestamptz not null
    );
    create table session_summaries (
      id uuid primary key default new_id(),
      session_id uuid not null,
      meeting_id uuid not null,
      body varchar(2000) not null check (body <> ''),
      written_by uuid,
      written_by_name varchar(201),
      updated_at timestamptz not null,
      -- null: staff alone read it, and may change it.
      shared_at timestamptz
    )
  `)
  await tenantOwned(trx, 'point_awards', { tenantMay: ['select', 'insert'], withoutReferences: true })
  await tenantReference(trx, 'point_awards', 'session_id', 'sessions')
  await tenantReference(trx, 'point_awards', 'student_id', 'students')
  await tenantReference(trx, 'point_awards', 'given_by', 'users', 'set null')
  await tenantOwned(trx, 'session_summaries', { withoutReferences: true })
  await tenantReference(trx, 'session_summaries', 'session_id', 'sessions')
  await tenantReference(trx, 'session_summaries', 'meeting_id', 'session_meetings')
  await tenantReference(trx, 'session_summaries', 'written_by', 'users', 'set null')
  await trx.raw(`
    drop index session_summaries_meeting_id_index;
    alter table session_summaries add constraint session_summaries_once unique (tenant_id, meeting_id);
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop table session_summaries, point_awards')
}
