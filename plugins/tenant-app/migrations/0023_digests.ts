import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/**
 * Creates the settings of an organization's automatic emails, the subscribers of the weekly digest, and the digests that were
 * sent.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table notification_settings (
      sends_digests boolean not null,
      -- From 1, Monday, to 7; the hour of that day, both by the organization's calendar.
      digest_weekday smallint not null check (digest_weekday between 1 and 7),
      digest_hour smallint not null check (digest_hour between 0 and 23),
      asks_consents boolean not null,
      asks_health boolean not null,
      updated_at timestamptz not null
    )
  `)
  await tenantOwned(trx, 'notification_settings', { withoutReferences: true })
  await trx.raw(`
    drop index notification_settings_tenant_id_index;
    alter table notification_settings add primary key (tenant_id);

    create table digest_subscriptions (
      user_id uuid not null,
      subscribed_at timestamptz not null
    )
  `)
  await tenantOwned(trx, 'digest_subscriptions', { withoutReferences: true })
  await tenantReference(trx, 'digest_subscriptions', 'user_id', 'users')
  await trx.raw(`
    drop index digest_subscriptions_tenant_id_index, digest_subscriptions_user_id_index;
    alter table digest_subscriptions add primary key (tenant_id, user_id);

    create table digests (
      user_id uuid not null,
      -- The day of the organization on which it was due.
      sent_for date not null,
      -- SHA-256 of what ends the digests of this guardian; null where there was nothing to tell.
      token_hash bytea,
      sent_at timestamptz not null
    )
  `)
  await tenantOwned(trx, 'digests', { withoutReferences: true })
  await tenantReference(trx, 'digests', 'user_id', 'users')
  await trx.raw(`
    drop index digests_tenant_id_index, digests_user_id_index;
    alter table digests add primary key (tenant_id, user_id, sent_for);
    create index digests_token_index on digests (tenant_id, token_hash);
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop table digests, digest_subscriptions, notification_settings')
}
