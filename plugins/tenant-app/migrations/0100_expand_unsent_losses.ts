import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/** Stores what devices report as lost before it was sent: how many entries of whom, for an admin to check. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table unsent_losses (
      id uuid primary key default new_id(),
      user_id uuid,
      user_name varchar(201) not null,
      kind text not null check (kind in ('marks', 'door', 'points', 'scores')),
      entries int not null check (entries > 0),
      -- Time at which the oldest entry was made, as far as the device knows it.
      since timestamptz not null,
      reported_at timestamptz not null,
      -- null: an admin has not checked it yet.
      checked_at timestamptz,
      checked_by uuid,
      checked_by_name varchar(201)
    )
  `)
  await tenantOwned(trx, 'unsent_losses', { tenantMay: ['select', 'insert', 'update'], withoutReferences: true })
  await tenantReference(trx, 'unsent_losses', 'user_id', 'users', 'set null')
  await tenantReference(trx, 'unsent_losses', 'checked_by', 'users', 'set null')
  // Two tabs of a device notice the same loss, and a page reports it again until it is dismissed.
  await trx.raw('create unique index on unsent_losses (tenant_id, user_id, kind, since)')
  await trx.raw('create index on unsent_losses (tenant_id, reported_at, id) where checked_at is null')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop table unsent_losses')
}
