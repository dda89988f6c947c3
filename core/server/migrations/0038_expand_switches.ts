import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '../database/ownership.ts'

/**
 * Switches from one organization's host to another's, of people who have proven one address in both. The session that
 * asks is of the other organization, so that no reference leads there.
 * And when an organization's time zone was confirmed: until then its first steps ask for it.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table auth_switches (
      from_session_id uuid primary key,
      user_id uuid not null,
      token_hash bytea not null unique,
      expires_at timestamptz not null
    );
    create index auth_switches_expires_index on auth_switches (expires_at)
  `)
  await tenantOwned(trx, 'auth_switches', { tenantMay: [], withoutReferences: true })
  await tenantReference(trx, 'auth_switches', 'user_id', 'users')
  await trx.raw('alter table tenants add column time_zone_confirmed_at timestamptz')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('alter table tenants drop column time_zone_confirmed_at; drop table auth_switches')
}
