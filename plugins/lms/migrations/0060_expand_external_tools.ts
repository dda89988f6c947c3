import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/**
 * External tools of organizations by LTI 1.3, the keys that sign for them, launches whose browser is at the tool, the
 * pseudonyms of people at each tool, and the scores that tools have reported.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table lms_lessons drop constraint lms_lessons_content_type_check;
    alter table lms_lessons add constraint lms_lessons_content_type_check check (content_type in ('article', 'video',
      'audio', 'quiz', 'assignment', 'discussion', 'presentation', 'document', 'interactive', 'live_session', 'assessment',
      'project', 'external_tool'));
    create table lms_lti_tools (
      id uuid primary key default new_id(),
      name varchar(100) not null,
      client_id varchar(64) not null,
      deployment_id varchar(64) not null,
      login_url varchar(1000) not null,
      launch_url varchar(1000) not null,
      redirect_urls text[] not null,
      -- One of the two.
      keys_url varchar(1000) not null,
      public_key varchar(8000) not null,
      offers_content boolean not null,
      shares_names boolean not null,
      shares_emails boolean not null,
      shares_members boolean not null,
      is_enabled boolean not null default true,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint lms_lti_tools_key_check check ((keys_url = '') <> (public_key = ''))
    );
    create table lms_lti_keys (
      id varchar(64) primary key,
      public_key jsonb not null check (jsonb_typeof(public_key) = 'object'),
      private_key bytea not null,
      created_at timestamptz not null
    );
    create table lms_lti_subjects (
      -- Pseudonym of the person at the tool.
      id uuid primary key default gen_random_uuid(),
      tool_id uuid not null,
      user_id uuid not null
    );
    create table lms_lti_launches (
      id uuid primary key default new_id(),
      token_hash bytea not null unique,
      tool_id uuid not null,
      user_id uuid not null,
      subject_id uuid not null,
      kind text not null check (kind in ('lesson', 'content')),
      course_id uuid not null,
      lesson_id uuid not null,
      title varchar(200) not null,
      url varchar(2000) not null,
      custom jsonb not null check (jsonb_typeof(custom) = 'object'),
      max_points double precision not null,
      -- When the tool has got its message, and the content that was chosen there.
      used_at timestamptz,
      chosen jsonb check (jsonb_typeof(chosen) = 'object'),
      expires_at timestamptz not null
    );
    create table lms_lti_used_tokens (
      hash bytea not null,
      expires_at timestamptz not null
    );
    create table lms_lti_scores (
      id uuid primary key default new_id(),
      tool_id uuid not null,
      enrollment_id uuid not null,
      user_id uuid not null,
      lesson_id uuid not null,
      cycle integer not null,
      -- null: the tool has withdrawn it.
      points double precision,
      max_points double precision,
      activity varchar(20) not null,
      grading varchar(20) not null,
      comment varchar(2000) not null,
      reported_at timestamptz not null
    );
  `)
  await tenantOwned(trx, 'lms_lti_tools')
  await tenantOwned(trx, 'lms_lti_keys', { withoutReferences: true })
  await tenantOwned(trx, 'lms_lti_subjects')
  await tenantReference(trx, 'lms_lti_subjects', 'tool_id', 'lms_lti_tools')
  await tenantReference(trx, 'lms_lti_subjects', 'user_id', 'users')
  await tenantOwned(trx, 'lms_lti_launches', { withoutReferences: true })
  await tenantReference(trx, 'lms_lti_launches', 'tool_id', 'lms_lti_tools')
  await tenantReference(trx, 'lms_lti_launches', 'user_id', 'users')
  await tenantOwned(trx, 'lms_lti_used_tokens', { withoutReferences: true })
  await tenantOwned(trx, 'lms_lti_scores')
  await tenantReference(trx, 'lms_lti_scores', 'tool_id', 'lms_lti_tools')
  await tenantReference(trx, 'lms_lti_scores', 'enrollment_id', 'lms_enrollments')
  await tenantReference(trx, 'lms_lti_scores', 'user_id', 'users')
  await trx.raw(`
    create unique index lms_lti_tools_client_unique on lms_lti_tools (tenant_id, client_id);
    alter table lms_lti_subjects add constraint lms_lti_subjects_unique unique (tenant_id, tool_id, user_id);
    alter table lms_lti_used_tokens add constraint lms_lti_used_tokens_unique unique (tenant_id, hash);
    create index lms_lti_used_tokens_expires_index on lms_lti_used_tokens (tenant_id, expires_at);
    create index lms_lti_launches_expires_index on lms_lti_launches (tenant_id, expires_at);
    alter table lms_lti_scores
      add constraint lms_lti_scores_unique unique (tenant_id, enrollment_id, cycle, lesson_id, tool_id);
    create index lms_lti_scores_lesson_index on lms_lti_scores (tenant_id, tool_id, lesson_id, id);
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop table lms_lti_scores, lms_lti_used_tokens, lms_lti_launches, lms_lti_subjects, lms_lti_keys, lms_lti_tools;
    delete from lms_lessons where content_type = 'external_tool';
    alter table lms_lessons drop constraint lms_lessons_content_type_check;
    alter table lms_lessons add constraint lms_lessons_content_type_check check (content_type in ('article', 'video',
      'audio', 'quiz', 'assignment', 'discussion', 'presentation', 'document', 'interactive', 'live_session', 'assessment',
      'project'));
  `)
}
