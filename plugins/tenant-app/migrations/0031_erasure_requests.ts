import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/** Creates requests for erasure, of the user or of a child. A granted request is deleted with the person. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table erasure_requests (
      id uuid primary key default new_id(),
      requested_by uuid not null,
      -- null: whoever asks.
      student_id uuid,
      words varchar(500) not null default '',
      asked_at timestamptz not null,
      declined_at timestamptz,
      declined_by_name varchar(201),
      answer varchar(500) not null default '',
      check ((declined_at is null) = (declined_by_name is null))
    )
  `)
  await tenantOwned(trx, 'erasure_requests')
  await tenantReference(trx, 'erasure_requests', 'requested_by', 'users')
  await tenantReference(trx, 'erasure_requests', 'student_id', 'students')
  await trx.raw(`
    create unique index erasure_requests_open_index on erasure_requests (tenant_id, requested_by, student_id)
      nulls not distinct where declined_at is null
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop table erasure_requests')
}
