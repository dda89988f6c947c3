import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/** Creates an organization's messages, the recipients of each, and its emails. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table messages (
      id uuid primary key default new_id(),
      kind text not null check (kind in ('announcement', 'urgent')),
      status text not null default 'draft' check (status in ('draft', 'scheduled', 'sending', 'sent', 'cancelled')),
      subject varchar(200) not null,
      body varchar(10000) not null,
      -- Rules of the audience, resolved when the message is sent.
      audience jsonb not null,
      wants_acknowledgement boolean not null default false,
      send_at timestamptz,
      written_by uuid not null,
      written_by_name varchar(201) not null,
      -- Counts by reason of people who were left out.
      left_out jsonb not null default '{}',
      resolved_at timestamptz,
      sent_at timestamptz,
      nudged_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check ((status in ('draft', 'scheduled')) <= (resolved_at is null)),
      check (status <> 'scheduled' or send_at is not null),
      check (kind = 'announcement' or char_length(body) <= 300)
    )
  `)
  await tenantOwned(trx, 'messages')
  await trx.raw(`
    create index messages_list_index on messages (tenant_id, created_at desc, id desc);
    create index messages_writer_index on messages (tenant_id, written_by, send_at);
    create index messages_due_index on messages (send_at) where status = 'scheduled';

    create table message_recipients (
      id uuid primary key default new_id(),
      message_id uuid not null,
      user_id uuid not null,
      role text not null check (role in ('guardian', 'staff', 'student')),
      opened_at timestamptz,
      acknowledged_at timestamptz,
      created_at timestamptz not null default now()
    );
    create table message_children (
      id uuid primary key default new_id(),
      recipient_id uuid not null,
      student_id uuid not null
    );
    create table message_deliveries (
      id uuid primary key default new_id(),
      recipient_id uuid not null,
      channel text not null default 'email' check (channel in ('email')),
      is_nudge boolean not null default false,
      status text not null default 'queued' check (status in ('queued', 'sent', 'stopped')),
      due_at timestamptz not null,
      -- The recipient chose a later time than the sender's.
      is_deferred boolean not null default false,
      -- The email, which tells whether it failed or bounced.
      mail_id uuid,
      sent_at timestamptz,
      check ((status = 'sent') = (sent_at is not null))
    );
    create table message_files (
      -- The file's own.
      id uuid primary key,
      message_id uuid not null,
      name varchar(255) not null,
      created_at timestamptz not null default now()
    );
    create table message_templates (
      id uuid primary key default new_id(),
      name varchar(100) not null,
      subject varchar(200) not null,
      body varchar(10000) not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create table news_choices (
      user_id uuid primary key,
      timing text not null check (timing in ('evening', 'weekly')),
      created_at timestamptz not null default now()
    );
  `)
  await tenantOwned(trx, 'message_recipients')
  await tenantReference(trx, 'message_recipients', 'message_id', 'messages')
  await tenantReference(trx, 'message_recipients', 'user_id', 'users')
  await tenantOwned(trx, 'message_children', { withoutReferences: true })
  await tenantReference(trx, 'message_children', 'recipient_id', 'message_recipients')
  await tenantReference(trx, 'message_children', 'student_id', 'students')
  await tenantOwned(trx, 'message_deliveries', { withoutReferences: true })
  await tenantReference(trx, 'message_deliveries', 'recipient_id', 'message_recipients')
  await tenantOwned(trx, 'message_files', { withoutReferences: true })
  await tenantReference(trx, 'message_files', 'message_id', 'messages')
  await tenantReference(trx, 'message_files', 'id', 'files')
  await tenantOwned(trx, 'message_templates', { withoutReferences: true })
  await tenantOwned(trx, 'news_choices', { withoutReferences: true })
  await tenantReference(trx, 'news_choices', 'user_id', 'users')
  await trx.raw(`
    drop index message_recipients_message_id_index, message_children_recipient_id_index,
      message_deliveries_recipient_id_index, message_files_id_index;
    alter table message_recipients add constraint message_recipients_once_unique unique (tenant_id, message_id, user_id);
    alter table message_children add constraint message_children_once_unique unique (tenant_id, recipient_id, student_id);
    alter table message_deliveries add constraint message_deliveries_once_unique
      unique (tenant_id, recipient_id, channel, is_nudge);
    create index message_deliveries_due_index on message_deliveries (due_at, tenant_id) where status = 'queued';
    create index message_deliveries_sent_index on message_deliveries (tenant_id, sent_at) where status = 'sent';
    create index message_deliveries_mail_index on message_deliveries (tenant_id, mail_id) where mail_id is not null;
    create index message_recipients_inbox_index on message_recipients (tenant_id, user_id, created_at desc, id desc);
    create unique index message_templates_name_index on message_templates (tenant_id, fold(name));
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop table news_choices, message_templates, message_files, message_deliveries, message_children, message_recipients, messages
  `)
}
