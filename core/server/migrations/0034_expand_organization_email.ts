import type { Knex } from 'knex'
import { platformOwned, tenantOwned } from '../database/ownership.ts'

/** Email that looks like its organization, has a class, and knows addresses that cannot be reached. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table mail_messages
      add column class text not null default 'essential'
        check (class in ('security', 'urgent', 'essential', 'conversation', 'news')),
      add column link_lines integer[] not null default '{}',
      add column is_from_platform boolean not null default false,
      drop constraint mail_messages_status_check,
      add constraint mail_messages_status_check
        check (status in ('pending', 'held', 'sent', 'failed', 'suppressed'));
    create index mail_messages_waiting_index on mail_messages (tenant_id, class) where status = 'pending';

    create table email_senders (
      reply_to varchar(254),
      asked_reply_to varchar(254),
      token_hash bytea unique,
      asked_at timestamptz,
      expires_at timestamptz,
      postal_address text not null default ''
    );

    create table mail_suppressions (
      id uuid primary key default new_id(),
      address varchar(254) not null,
      class text not null check (class in ('security', 'urgent', 'essential', 'conversation', 'news')),
      reason text not null check (reason in ('bounced', 'full', 'unsubscribed')),
      created_at timestamptz not null,
      lifted_at timestamptz,
      retried_at timestamptz
    );

    create table mail_bounces (
      message_id uuid primary key references mail_messages (id) on delete cascade,
      address varchar(254) not null,
      class text not null,
      code text not null,
      bounced_at timestamptz not null
    );

    create table mail_pace (is_single boolean primary key default true check (is_single), due_at timestamptz not null);
    insert into mail_pace (due_at) values (now());
  `)
  await tenantOwned(trx, 'email_senders', { withoutReferences: true })
  await tenantOwned(trx, 'mail_suppressions', { nullable: true })
  await tenantOwned(trx, 'mail_bounces', { nullable: true, tenantMay: ['select'], withoutReferences: true })
  await platformOwned(trx, 'mail_pace')
  await trx.raw(`
    create unique index email_senders_tenant_unique on email_senders (tenant_id);
    create unique index mail_suppressions_address_unique
      on mail_suppressions (tenant_id, fold(address), class) nulls not distinct;
    create index mail_bounces_address_index on mail_bounces (fold(address), bounced_at);
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop table mail_pace, mail_bounces, mail_suppressions, email_senders;
    drop index mail_messages_waiting_index;
    update mail_messages set status = 'failed' where status = 'suppressed';
    alter table mail_messages drop constraint mail_messages_status_check,
      add constraint mail_messages_status_check check (status in ('pending', 'held', 'sent', 'failed')),
      drop column is_from_platform, drop column link_lines, drop column class;
  `)
}
