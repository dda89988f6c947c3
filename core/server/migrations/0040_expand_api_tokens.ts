import type { Knex } from 'knex'
import { tenantOwned } from '../database/ownership.ts'

/**
 * API tokens of people, stored as hashes, and who may use them in an organization. Organizations read and revoke those of
 * their people.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table api_tokens (
      id uuid primary key default new_id(),
      user_id uuid not null references users (id) on delete cascade,
      host_subdomain varchar(50),
      name varchar(60) not null,
      visible_id varchar(20) not null unique,
      token_hash bytea not null unique,
      scopes text[] not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      last_used_at timestamptz,
      reminded_at timestamptz
    )
  `)
  await tenantOwned(trx, 'api_tokens', { nullable: true, tenantMay: ['select', 'delete'] })
  await trx.raw(`
    create index api_tokens_user_index on api_tokens (user_id, created_at desc);
    create index api_tokens_newest_index on api_tokens (tenant_id, created_at desc, id desc);
    create index api_tokens_expires_index on api_tokens (expires_at);
    alter table tenants add column api_tokens_for text not null default 'staff'
      check (api_tokens_for in ('off', 'staff', 'everyone'));
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('alter table tenants drop column api_tokens_for; drop table api_tokens')
}
