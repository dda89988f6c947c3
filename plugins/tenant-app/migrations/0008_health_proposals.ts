import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/** Creates guardians' proposals about their children's health, and the months for which summaries of the ledger were sent. */
export async function up(trx: Knex): Promise<void> {
  // A row that only records an email to guardians, or a proposal, has no change of the data.
  await trx.raw(
    'alter table student_health alter column updated_at drop not null, alter column updated_at drop default',
  )
  await trx.raw(`
    create table health_proposals (
      id uuid primary key default new_id(),
      student_id uuid not null,
      proposed_by uuid,
      proposed_by_name varchar(201) not null,
      part text not null check (part in ('notes', 'medication', 'emergency', 'doctor', 'insurance', 'conditions')),
      -- The condition to change; null for a new one, and for the other parts.
      condition_id uuid,
      change jsonb not null check (jsonb_typeof(change) = 'object'),
      status text not null default 'pending' check (status in ('pending', 'approved', 'declined', 'withdrawn')),
      answer varchar(500) not null default '',
      decided_by_name varchar(201),
      decided_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check ((status in ('approved', 'declined')) = (decided_at is not null))
    )
  `)
  await tenantOwned(trx, 'health_proposals')
  await tenantReference(trx, 'health_proposals', 'student_id', 'students')
  await tenantReference(trx, 'health_proposals', 'proposed_by', 'users', 'set null')
  await tenantReference(trx, 'health_proposals', 'condition_id', 'health_conditions')
  await trx.raw(`
    create index health_proposals_pending_index on health_proposals (tenant_id, created_at, id) where status = 'pending'
  `)

  await trx.raw(`
    create table ledger_summaries (
      id uuid primary key default new_id(),
      -- The first day of the month, in the organization's zone.
      month date not null,
      created_at timestamptz not null default now()
    )
  `)
  await tenantOwned(trx, 'ledger_summaries')
  await trx.raw('alter table ledger_summaries add constraint ledger_summaries_month_unique unique (tenant_id, month)')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop table ledger_summaries, health_proposals;
    update student_health set updated_at = created_at where updated_at is null;
    alter table student_health alter column updated_at set not null, alter column updated_at set default now();
  `)
}
