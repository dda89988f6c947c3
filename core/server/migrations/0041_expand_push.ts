import type { Knex } from 'knex'
import { platformOwned, tenantOwned, tenantReference } from '../database/ownership.ts'

/**
 * Notifications on devices: the key by which push services know the platform, the devices of each user, and what is sent
 * to them. A device outlives its session, which ends when it is idle: signing out deletes it.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table push_keys (
      id boolean primary key default true check (id),
      public_key text not null,
      private_key bytea not null,
      created_at timestamptz not null
    );
    create table push_subscriptions (
      id uuid primary key default new_id(),
      user_id uuid not null,
      session_id uuid,
      endpoint varchar(1000) not null,
      p256dh varchar(100) not null,
      auth varchar(50) not null,
      user_agent varchar(500) not null,
      created_at timestamptz not null,
      used_at timestamptz not null
    );
    create table push_notifications (
      id uuid primary key default new_id(),
      user_id uuid not null,
      subscription_id uuid,
      -- The plugin's row that it tells about.
      source_id uuid,
      kind text not null check (kind in ('urgent', 'conversation', 'announcement')),
      path varchar(500) not null check (path like '/%'),
      status text not null default 'pending' check (status in ('pending', 'sent', 'failed', 'stopped')),
      attempts smallint not null default 0,
      error varchar(200),
      created_at timestamptz not null,
      expires_at timestamptz not null,
      sent_at timestamptz
    );
  `)
  await platformOwned(trx, 'push_keys')
  await tenantOwned(trx, 'push_subscriptions')
  await tenantReference(trx, 'push_subscriptions', 'user_id', 'users')
  await tenantOwned(trx, 'push_notifications', { withoutReferences: true })
  await tenantReference(trx, 'push_notifications', 'user_id', 'users')
  await tenantReference(trx, 'push_notifications', 'subscription_id', 'push_subscriptions', 'set null')
  await trx.raw(`
    alter table push_subscriptions add constraint push_subscriptions_once_unique unique (tenant_id, endpoint);
    create index push_subscriptions_session_index on push_subscriptions (session_id);
    create index push_subscriptions_used_index on push_subscriptions (used_at);
    create index push_notifications_source_index on push_notifications (tenant_id, source_id) where source_id is not null;
    create index push_notifications_waiting_index on push_notifications (tenant_id, kind) where status = 'pending';
    create index push_notifications_created_index on push_notifications (created_at);
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop table push_notifications, push_subscriptions, push_keys')
}
