import type { Knex } from 'knex'
import { platformOwned, tenantOwned } from '../database/ownership.ts'

/** Authenticator apps, passkeys and recovery codes of people, what is under way with them, and who has just confirmed. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table auth_sessions add column confirmed_at timestamptz not null default now();
    update auth_sessions set confirmed_at = created_at;
    alter table users add column second_factor_declined_at timestamptz;

    create table authenticator_apps (
      user_id uuid primary key references users (id) on delete cascade,
      secret bytea not null,
      last_used_step bigint not null,
      created_at timestamptz not null
    );

    create table passkeys (
      id uuid primary key default new_id(),
      user_id uuid not null references users (id) on delete cascade,
      credential_id bytea not null,
      public_key bytea not null,
      counter bigint not null,
      user_handle bytea not null,
      name varchar(100) not null,
      created_at timestamptz not null,
      last_used_at timestamptz,
      constraint passkeys_credential_unique unique (credential_id)
    );
    create index passkeys_user_index on passkeys (user_id, created_at, id);

    create table recovery_codes (
      user_id uuid not null references users (id) on delete cascade,
      code_hash bytea not null,
      created_at timestamptz not null,
      primary key (user_id, code_hash)
    )
  `)
  await tenantOwned(trx, 'authenticator_apps', { nullable: true, tenantMay: [], withoutReferences: true })
  await tenantOwned(trx, 'passkeys', { nullable: true, tenantMay: [] })
  await tenantOwned(trx, 'recovery_codes', { nullable: true, tenantMay: [], withoutReferences: true })

  await trx.raw(`
    create table auth_challenges (
      id uuid primary key default new_id(),
      purpose text not null,
      token_hash bytea not null unique,
      user_id uuid references users (id) on delete cascade,
      session_id uuid references auth_sessions (id) on delete cascade,
      host_subdomain varchar(50),
      secret bytea,
      tries integer not null default 0,
      expires_at timestamptz not null
    );
    create index auth_challenges_user_index on auth_challenges (user_id);
    create index auth_challenges_session_index on auth_challenges (session_id);
    create index auth_challenges_age_index on auth_challenges (expires_at);

    create table second_factor_guesses (
      user_id uuid primary key references users (id) on delete cascade,
      failures integer not null,
      last_guess_at timestamptz not null
    )
  `)
  await platformOwned(trx, 'auth_challenges')
  await platformOwned(trx, 'second_factor_guesses')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop table second_factor_guesses, auth_challenges, recovery_codes, passkeys, authenticator_apps;
    alter table users drop column second_factor_declined_at;
    alter table auth_sessions drop column confirmed_at
  `)
}
