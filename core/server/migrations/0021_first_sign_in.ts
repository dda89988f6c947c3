import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '../database/ownership.ts'

/**
 * Sign-ins that go on from the platform's host at an organization's: at most one of each session, and none without it.
 * Also marks users who still have to enter their name: the first admins of organizations.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table auth_hand_overs (
      session_id uuid primary key,
      user_id uuid not null,
      token_hash bytea not null unique,
      expires_at timestamptz not null
    );
    create index auth_hand_overs_expires_index on auth_hand_overs (expires_at)
  `)
  await tenantOwned(trx, 'auth_hand_overs', { tenantMay: [], withoutReferences: true })
  await tenantReference(trx, 'auth_hand_overs', 'session_id', 'auth_sessions')
  await tenantReference(trx, 'auth_hand_overs', 'user_id', 'users')
  await trx.raw(`
    alter table users add column must_give_name boolean not null default false;
    update users set must_give_name = true
     where role = 'tenant_admin' and first_name = 'Organization' and last_name = 'Admin'
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('alter table users drop column must_give_name; drop table auth_hand_overs')
}
