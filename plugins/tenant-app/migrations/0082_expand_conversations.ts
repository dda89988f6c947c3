import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/** Creates conversations between guardians and a team of staff, with their posts, members and files. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table conversations (
      id uuid primary key default new_id(),
      -- null for a general conversation.
      student_id uuid,
      topic text not null check (topic in ('general', 'late-drop-off', 'early-pickup', 'late-pickup', 'absence')),
      -- Day that a topic of the door is about, by the organization's clock.
      day date,
      -- Admins take part in all; at most one of these adds instructors.
      session_id uuid,
      series_id uuid,
      group_id uuid,
      team_name varchar(200) not null default '',
      status text not null default 'open' check (status in ('open', 'closed')),
      assigned_to uuid,
      last_post_at timestamptz not null,
      -- First post of the family that staff have not answered.
      waiting_since timestamptz,
      answer_due_at timestamptz,
      created_at timestamptz not null default now(),
      check ((topic = 'general') = (day is null)),
      check (num_nonnulls(session_id, series_id, group_id) <= 1),
      check ((waiting_since is null) = (answer_due_at is null))
    );
    create table conversation_members (
      id uuid primary key default new_id(),
      conversation_id uuid not null,
      user_id uuid not null,
      role text not null check (role in ('guardian', 'staff')),
      read_at timestamptz,
      -- An email waits until this moment, and is not sent where the conversation is read before.
      email_due_at timestamptz,
      -- Time of the email about posts that are not read yet.
      emailed_at timestamptz,
      created_at timestamptz not null default now(),
      check (email_due_at is null or emailed_at is null)
    );
    create table conversation_posts (
      -- Made by the device: a post that is sent twice is one.
      id uuid primary key,
      conversation_id uuid not null,
      author_id uuid not null,
      author_name varchar(201) not null,
      author_role text not null check (author_role in ('guardian', 'staff', 'student')),
      body varchar(5000) not null,
      -- Text before it was edited, for a report.
      original_body varchar(5000),
      created_at timestamptz not null,
      edited_at timestamptz,
      withdrawn_at timestamptz
    );
    create table conversation_files (
      -- The file's own.
      id uuid primary key,
      post_id uuid not null,
      name varchar(255) not null,
      created_at timestamptz not null default now()
    );
    create table conversation_settings (
      id uuid primary key default new_id(),
      -- From 1, Monday, to 7.
      answer_days smallint[] not null check (answer_days <@ '{1,2,3,4,5,6,7}'),
      answers_from time not null,
      answers_until time not null,
      urgent_phone varchar(50) not null,
      emails_text boolean not null,
      updated_at timestamptz not null,
      check (cardinality(answer_days) > 0 and answers_from < answers_until)
    );
  `)
  await tenantOwned(trx, 'conversations')
  await tenantReference(trx, 'conversations', 'student_id', 'students')
  await tenantReference(trx, 'conversations', 'session_id', 'sessions', 'set null')
  await tenantReference(trx, 'conversations', 'series_id', 'session_series', 'set null')
  await tenantReference(trx, 'conversations', 'group_id', 'groups', 'set null')
  await tenantReference(trx, 'conversations', 'assigned_to', 'users', 'set null')
  await tenantOwned(trx, 'conversation_members', { withoutReferences: true })
  await tenantReference(trx, 'conversation_members', 'conversation_id', 'conversations')
  await tenantReference(trx, 'conversation_members', 'user_id', 'users')
  await tenantOwned(trx, 'conversation_posts')
  await tenantReference(trx, 'conversation_posts', 'conversation_id', 'conversations')
  await tenantOwned(trx, 'conversation_files', { withoutReferences: true })
  await tenantReference(trx, 'conversation_files', 'post_id', 'conversation_posts')
  await tenantReference(trx, 'conversation_files', 'id', 'files')
  await tenantOwned(trx, 'conversation_settings', { withoutReferences: true })
  await trx.raw(`
    drop index conversation_members_conversation_id_index, conversation_posts_conversation_id_index,
      conversation_files_id_index, conversation_settings_tenant_id_index;
    alter table conversation_members add constraint conversation_members_once_unique
      unique (tenant_id, conversation_id, user_id);
    alter table conversation_settings add constraint conversation_settings_one_unique unique (tenant_id);
    create index conversation_members_due_index on conversation_members (email_due_at, tenant_id)
      where email_due_at is not null;
    create index conversation_posts_list_index on conversation_posts (tenant_id, conversation_id, created_at desc, id desc);
    create index conversation_posts_author_index on conversation_posts (tenant_id, author_id, created_at);
    create index conversations_list_index on conversations (tenant_id, last_post_at desc, id desc);
    create index conversations_waiting_index on conversations (tenant_id, answer_due_at) where answer_due_at is not null;
    create index conversations_old_index on conversations (last_post_at);
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop table conversation_settings, conversation_files, conversation_posts, conversation_members, conversations
  `)
}
