import type { Knex } from 'knex'
import { platformOwned } from '#core/server/database/ownership.ts'

/** Organizations that are being erased or were, with what the law asks to be kept of them. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table organization_erasures (
      id uuid primary key default new_id(),
      -- Refers to nothing: the organization goes.
      organization_id uuid not null unique,
      name varchar(200) not null,
      subdomain varchar(63) not null,
      -- Invoices with their lines and payments.
      invoices jsonb not null,
      asked_by varchar(201) not null,
      asked_at timestamptz not null,
      -- What it is at, for people.
      step varchar(200) not null default '',
      touched_at timestamptz not null,
      finished_at timestamptz
    )
  `)
  await platformOwned(trx, 'organization_erasures')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop table organization_erasures')
}
