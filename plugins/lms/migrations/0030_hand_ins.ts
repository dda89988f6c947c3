import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/**
 * Creates submissions of learners: one row for each lesson and learner, or team, whose members are separate rows; submitted
 * versions, which are immutable except for added feedback; and their files.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table lms_hand_ins (
      id uuid primary key default new_id(),
      course_id uuid not null,
      -- No reference: what was handed in for a lesson that is gone is kept.
      lesson_id uuid not null,
      cycle integer not null check (cycle > 0),
      state text not null default 'draft' check (state in ('draft', 'handed-in', 'returned', 'graded', 'excused')),
      -- With which others join; null where everybody works alone.
      team_code varchar(8),
      -- What is being written.
      text varchar(50000) not null default '',
      links jsonb not null default '[]' check (jsonb_typeof(links) = 'array'),
      file_ids jsonb not null default '[]' check (jsonb_typeof(file_ids) = 'array'),
      -- Of the last version; 0: nothing was handed in.
      number integer not null default 0 check (number >= 0),
      handed_in_at timestamptz,
      -- When its learners were last told what became of it.
      told_at timestamptz,
      created_at timestamptz not null default now(),
      -- null: nothing was saved yet.
      updated_at timestamptz,
      constraint lms_hand_ins_number_of_check check ((handed_in_at is null) = (number = 0))
    );
    create table lms_hand_in_members (
      id uuid primary key default new_id(),
      hand_in_id uuid not null,
      enrollment_id uuid not null,
      user_id uuid not null,
      lesson_id uuid not null,
      cycle integer not null check (cycle > 0),
      joined_at timestamptz not null default now(),
      -- When somebody last looked at what they were told.
      seen_at timestamptz
    );
    create table lms_hand_in_versions (
      id uuid primary key default new_id(),
      hand_in_id uuid not null,
      number integer not null check (number > 0),
      -- Who handed it in; null where they are gone and others of the team are not.
      user_id uuid,
      text varchar(50000) not null,
      links jsonb not null check (jsonb_typeof(links) = 'array'),
      file_ids jsonb not null check (jsonb_typeof(file_ids) = 'array'),
      -- Of the course as they had it, which says what was asked for.
      course_version integer not null,
      handed_in_at timestamptz not null,
      due_at timestamptz,
      late_seconds integer not null default 0 check (late_seconds >= 0),
      outcome text check (outcome in ('returned', 'graded', 'excused')),
      -- What its learners are told.
      feedback jsonb check (jsonb_typeof(feedback) = 'object'),
      constraint lms_hand_in_versions_told_check check ((outcome is null) = (feedback is null))
    );
    create table lms_hand_in_files (
      id uuid primary key,
      hand_in_id uuid not null,
      -- Who has put it.
      user_id uuid,
      name varchar(255) not null,
      created_at timestamptz not null default now()
    );
  `)
  await tenantOwned(trx, 'lms_hand_ins')
  await tenantOwned(trx, 'lms_hand_in_members')
  await tenantReference(trx, 'lms_hand_in_members', 'hand_in_id', 'lms_hand_ins')
  await tenantReference(trx, 'lms_hand_in_members', 'enrollment_id', 'lms_enrollments')
  await tenantReference(trx, 'lms_hand_in_members', 'user_id', 'users')
  await tenantOwned(trx, 'lms_hand_in_versions')
  await tenantReference(trx, 'lms_hand_in_versions', 'hand_in_id', 'lms_hand_ins')
  await tenantReference(trx, 'lms_hand_in_versions', 'user_id', 'users', 'set null')
  await tenantOwned(trx, 'lms_hand_in_files')
  await tenantReference(trx, 'lms_hand_in_files', 'id', 'files')
  await tenantReference(trx, 'lms_hand_in_files', 'hand_in_id', 'lms_hand_ins')
  await tenantReference(trx, 'lms_hand_in_files', 'user_id', 'users', 'set null')
  await trx.raw(`
    create index lms_hand_ins_lesson_index on lms_hand_ins (tenant_id, lesson_id);
    alter table lms_hand_ins add constraint lms_hand_ins_team_code_unique unique (tenant_id, team_code);
    -- One for each lesson, from however many tabs it is begun.
    alter table lms_hand_in_members
      add constraint lms_hand_in_members_once unique (tenant_id, enrollment_id, lesson_id, cycle);
    alter table lms_hand_in_versions add constraint lms_hand_in_versions_number_unique unique (tenant_id, hand_in_id, number);
    create function forget_hand_ins_of_nobody() returns trigger language plpgsql as $$
      begin
        delete from lms_hand_ins h using (select distinct tenant_id, hand_in_id from gone) g
          where h.tenant_id = g.tenant_id and h.id = g.hand_in_id
            and not exists (select from lms_hand_in_members m where m.tenant_id = h.tenant_id and m.hand_in_id = h.id);
        return null;
      end $$;
    -- With the enrollment or the account of the last one it goes, whatever deletes these.
    create trigger lms_hand_in_members_forget after delete on lms_hand_in_members
      referencing old table as gone for each statement execute function forget_hand_ins_of_nobody();
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop table lms_hand_in_files;
    drop table lms_hand_in_versions;
    drop table lms_hand_in_members;
    drop table lms_hand_ins;
    drop function forget_hand_ins_of_nobody();
  `)
}
