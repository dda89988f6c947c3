import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/** Adds the codes by which a kiosk recognizes people who bring and pick up children. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table pickup_codes (
      id uuid primary key default new_id(),
      -- slip: a PIN from staff that works once.
      kind text not null check (kind in ('pin', 'slip', 'card')),
      -- Keyed by the platform's key, so that a reader of the table can't find a PIN of six digits.
      code_hash bytea not null,
      user_id uuid,
      collector_id uuid,
      created_at timestamptz not null,
      expires_at timestamptz,
      check (num_nonnulls(user_id, collector_id) = 1)
    );
  `)
  await tenantOwned(trx, 'pickup_codes', { tenantMay: ['select', 'insert', 'delete'], withoutReferences: true })
  await tenantReference(trx, 'pickup_codes', 'user_id', 'users')
  await tenantReference(trx, 'pickup_codes', 'collector_id', 'collectors')
  await trx.raw('alter table pickup_codes add constraint pickup_codes_once unique (tenant_id, code_hash)')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop table pickup_codes')
}
