import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '../database/ownership.ts'

/**
 * Identity providers of the platform and of organizations, and the people's identities there. Sessions note the identity
 * that opened them, and what the provider calls its own session.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table sso_providers (
      id uuid primary key default new_id(),
      name varchar(60) not null,
      issuer varchar(300) not null,
      client_id varchar(300) not null,
      client_secret bytea not null,
      allowed_domains text[] not null default '{}',
      default_role text check (default_role in ('instructor', 'parent', 'student')),
      trusted_factors text[] not null default '{}',
      is_enabled boolean not null default true,
      is_only_way boolean not null default false,
      emergency_admin_id uuid,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create table sso_identities (
      id uuid primary key default new_id(),
      provider_id uuid not null references sso_providers (id) on delete cascade,
      user_id uuid not null references users (id) on delete cascade,
      issuer varchar(300) not null,
      subject varchar(255) not null,
      email varchar(254),
      created_at timestamptz not null,
      last_used_at timestamptz not null,
      constraint sso_identities_user_unique unique (provider_id, user_id)
    );
  `)
  await tenantOwned(trx, 'sso_providers', { nullable: true })
  await tenantReference(trx, 'sso_providers', 'emergency_admin_id', 'users', 'restrict')
  await tenantOwned(trx, 'sso_identities', { nullable: true, tenantMay: ['select'], withoutReferences: true })
  await trx.raw(`
    alter table sso_providers
      add constraint sso_providers_of_platform_check
        check (tenant_id is not null or (default_role is null and not is_only_way)),
      add constraint sso_providers_only_way_check
        check (not is_only_way or (is_enabled and emergency_admin_id is not null));
    create unique index sso_providers_only_way_unique on sso_providers (tenant_id) where is_only_way;
    create unique index sso_identities_subject_unique
      on sso_identities (provider_id, issuer, subject, tenant_id) nulls not distinct;
    create index sso_identities_user_index on sso_identities (user_id);
    alter table auth_sessions
      add column sso_identity_id uuid,
      add column sso_session varchar(255);
    create index auth_sessions_sso_index on auth_sessions (sso_identity_id) where sso_identity_id is not null;
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table auth_sessions drop column sso_session, drop column sso_identity_id;
    drop table sso_identities, sso_providers
  `)
}
