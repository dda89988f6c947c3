import type { Knex } from 'knex'
import { platformOwned, tenantOwned, tenantPolicies } from '../database/ownership.ts'

export async function up(trx: Knex): Promise<void> {
  await roles(trx)
  await ids(trx)

  await trx.raw(`
    create table tenants (
      id uuid primary key default new_id(),
      name text not null check (length(name) between 1 and 200),
      subdomain varchar(50) not null unique check (subdomain ~ '^[a-z0-9]+$'),
      admin_email text not null,
      plan varchar(50) not null default 'trial',
      status text not null default 'active' check (status in ('active', 'trial', 'inactive', 'suspended')),
      status_before_suspension text check (status_before_suspension in ('active', 'trial', 'inactive')),
      suspension_reason text,
      time_zone text not null default 'America/New_York',
      branding jsonb not null default '{}',
      settings jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index tenants_created_index on tenants (created_at desc, id desc);
    create index tenants_status_index on tenants (status, created_at desc, id desc);
    create index tenants_search_index on tenants using gin ((lower(name || ' ' || admin_email)) gin_trgm_ops);
  `)
  await tenantPolicies(trx, 'tenants', 'id', ['select', 'update'])

  // The blank at the beginning of `search` lets its trigram index find where a word begins, by one letter too.
  await trx.raw(`
    create table users (
      id uuid primary key default new_id(),
      username varchar(100) not null,
      email varchar(254) not null,
      password_hash text not null,
      first_name varchar(100) not null,
      last_name varchar(100) not null,
      role varchar(50) not null,
      is_active boolean not null default true,
      must_change_password boolean not null default false,
      password_expires_at timestamptz,
      last_login_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      search text not null generated always as (lower(' ' || first_name || ' ' || last_name || ' ' || username || ' ' || email)) stored
    )
  `)
  await tenantOwned(trx, 'users', { nullable: true })
  await trx.raw(`
    alter table users add constraint users_platform_roles check ((role = 'superadmin') = (tenant_id is null));
    create unique index users_email_unique on users (tenant_id, lower(email)) nulls not distinct;
    create unique index users_username_unique on users (tenant_id, lower(username)) nulls not distinct;
    create index users_sign_in_index on users (lower(email));
    create index users_search_index on users using gin (search gin_trgm_ops);
    create index users_newest_index on users (created_at desc, id desc);
    create index users_tenant_newest_index on users (tenant_id, created_at desc, id desc);
    create index users_role_newest_index on users (role, created_at desc, id desc);
    create index users_active_index on users (tenant_id) where is_active;
    create index users_role_index on users (tenant_id, role, last_name, first_name);
  `)

  await trx.raw(`
    create table auth_sessions (
      id uuid primary key default new_id(),
      token_hash bytea not null unique,
      user_id uuid not null references users (id) on delete cascade,
      host_subdomain varchar(50),
      user_agent text not null default '',
      ip_address varchar(45) not null default '',
      created_at timestamptz not null default now(),
      last_seen_at timestamptz not null default now()
    )
  `)
  await tenantOwned(trx, 'auth_sessions', { nullable: true, tenantMay: [] })
  await trx.raw(`
    create index auth_sessions_user_index on auth_sessions (user_id);
    create index auth_sessions_last_seen_index on auth_sessions (last_seen_at);

    create table sign_in_failures (
      account text not null,
      ip_address varchar(45) not null,
      failures integer not null,
      last_failure_at timestamptz not null,
      locked_until timestamptz,
      primary key (account, ip_address)
    );
    create index sign_in_failures_age_index on sign_in_failures (last_failure_at);

    create table password_resets (
      token_hash bytea primary key,
      user_id uuid not null references users (id) on delete cascade,
      expires_at timestamptz not null
    );
    create index password_resets_user_index on password_resets (user_id);

    create table global_settings (
      id boolean primary key default true check (id),
      "values" jsonb not null default '{}',
      mail_password bytea,
      last_backup_at timestamptz,
      updated_at timestamptz
    );
    insert into global_settings default values;
  `)
  await platformOwned(trx, 'sign_in_failures')
  await platformOwned(trx, 'password_resets')
  await platformOwned(trx, 'global_settings')

  await trx.raw(`
    create table mail_messages (
      id uuid primary key default new_id(),
      recipient varchar(254) not null,
      subject text not null,
      body text not null,
      secret bytea,
      status text not null default 'pending' check (status in ('pending', 'held', 'sent', 'failed')),
      attempts integer not null default 0,
      error text,
      created_at timestamptz not null default now(),
      sent_at timestamptz
    )
  `)
  await tenantOwned(trx, 'mail_messages', { nullable: true, tenantMay: ['select', 'insert'] })
  await trx.raw('create index mail_messages_newest_index on mail_messages (created_at desc, id desc)')

  await trx.raw(`
    create table images (
      id uuid primary key default new_id(),
      data bytea not null,
      mime_type varchar(50) not null,
      filename varchar(255) not null,
      size integer not null,
      uploaded_by uuid references users (id) on delete set null,
      created_at timestamptz not null default now()
    );
    alter table images alter column data set storage external;
  `)
  await tenantOwned(trx, 'images', { nullable: true })
  await trx.raw('create index images_uploaded_by_index on images (uploaded_by)')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop table images, mail_messages, global_settings, password_resets, sign_in_failures, auth_sessions, users, tenants;
    drop function new_id();
  `)
}

/** Roles belong to the whole server, so another database of it may have made them already, or make them right now. */
async function roles(trx: Knex): Promise<void> {
  for (const role of ['trellis_app', 'trellis_tenant', 'trellis_operator']) {
    await trx.raw(`
      do $$
      begin
        if not exists (select from pg_roles where rolname = '${role}') then
          create role ${role} nologin;
        end if;
        if not pg_has_role(current_user, '${role}', 'member') or not (select rolsuper from pg_roles where rolname = current_user) then
          execute format('grant ${role} to %I', current_user);
        end if;
      exception
        when duplicate_object or unique_violation then null;
        -- Who was granted it may not be allowed to grant it.
        when insufficient_privilege then
          if not pg_has_role(current_user, '${role}', 'member') then raise; end if;
      end $$
    `)
  }
  await trx.raw(`
    revoke create on schema public from public;
    grant usage on schema public to trellis_tenant, trellis_operator;
    create extension if not exists pg_trgm;
  `)
}

/** Ids grow with time, so that new rows land at the end of their indexes; random before PostgreSQL 18. */
async function ids(trx: Knex): Promise<void> {
  const { rows } = await trx.raw<{ rows: { has_uuidv7: boolean }[] }>(
    `select current_setting('server_version_num')::int >= 180000 as has_uuidv7`,
  )
  await trx.raw(
    `create function new_id() returns uuid language sql volatile parallel safe as 'select ${
      rows[0]?.has_uuidv7 ? 'uuidv7()' : 'gen_random_uuid()'
    }'`,
  )
}
