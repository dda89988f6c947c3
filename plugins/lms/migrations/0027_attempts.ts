import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/**
 * Creates attempts at quizzes and assessments with their answers, allowances of time and attempts for single learners and
 * lessons, and accommodations for all quizzes.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table lms_quiz_attempts (
      id uuid primary key default new_id(),
      enrollment_id uuid not null,
      user_id uuid not null,
      course_id uuid not null,
      -- No reference: what was tried in a lesson that is gone is kept.
      lesson_id uuid not null,
      cycle integer not null check (cycle > 0),
      -- From 1 in each cycle.
      number integer not null check (number > 0),
      -- What is asked, as it was published: nobody changes an edition.
      edition text not null,
      -- From which follow the ids that questions are shown with, their order, and what pools draw.
      seed uuid not null default gen_random_uuid(),
      is_shuffled boolean not null default true,
      state text not null default 'in_progress'
        check (state in ('in_progress', 'overdue', 'awaiting_grade', 'finished', 'discarded')),
      started_at timestamptz not null,
      -- Until when answers are taken; null: as long as it takes.
      ends_at timestamptz,
      -- When the server has to look at it.
      check_at timestamptz,
      finished_at timestamptz,
      -- Furthest item that was turned to, where there is no going back.
      place integer not null default 1 check (place > 0),
      points double precision check (points >= 0),
      max_points double precision not null check (max_points >= 0),
      -- Per cent.
      score double precision check (score between 0 and 100),
      score_before_regrade double precision check (score_before_regrade between 0 and 100),
      -- When its answers were told that are told once.
      shown_at timestamptz,
      constraint lms_quiz_attempts_finished_check
        check ((finished_at is null) = (state in ('in_progress', 'overdue')))
    );
    create table lms_quiz_answers (
      id uuid primary key default new_id(),
      attempt_id uuid not null,
      -- From 1, in the order in which the questions are shown.
      item integer not null check (item > 0),
      question_id uuid not null,
      -- With the ids of the question itself, not those that it was shown with; null: taken back.
      answer jsonb check (octet_length(answer::text) <= 262144),
      -- Of the browser's saves: the last one counts, in whatever order they come.
      sequence bigint not null check (sequence >= 0),
      saved_at timestamptz not null,
      -- When it was told whether it is right; nothing is changed after that.
      checked_at timestamptz,
      -- null: nobody has graded it.
      points double precision check (points >= 0),
      is_right boolean,
      -- Whoever has read it; no reference, as super admins belong to no organization.
      grader_id uuid,
      comment varchar(5000) not null default ''
    );
    create table lms_accommodations (
      id uuid primary key default new_id(),
      user_id uuid not null,
      -- Of the time that a quiz gives; null: none is taken.
      time_factor double precision default 1 check (time_factor between 1 and 5),
      -- Minutes beside it for breaks.
      break_minutes integer not null default 0 check (break_minutes between 0 and 240),
      is_unshuffled boolean not null default false,
      is_larger boolean not null default false,
      set_by uuid,
      updated_at timestamptz not null default now()
    );
    create table lms_attempt_allowances (
      id uuid primary key default new_id(),
      user_id uuid not null,
      course_id uuid not null,
      lesson_id uuid not null,
      extra_minutes integer not null default 0 check (extra_minutes between 0 and 10080),
      extra_attempts integer not null default 0 check (extra_attempts between 0 and 1000),
      reason varchar(500) not null default '',
      given_by uuid,
      updated_at timestamptz not null default now()
    );
  `)
  await tenantOwned(trx, 'lms_quiz_attempts')
  await tenantReference(trx, 'lms_quiz_attempts', 'enrollment_id', 'lms_enrollments')
  await tenantReference(trx, 'lms_quiz_attempts', 'user_id', 'users')
  await tenantOwned(trx, 'lms_quiz_answers')
  await tenantReference(trx, 'lms_quiz_answers', 'attempt_id', 'lms_quiz_attempts')
  await tenantOwned(trx, 'lms_accommodations')
  await tenantReference(trx, 'lms_accommodations', 'user_id', 'users')
  await tenantOwned(trx, 'lms_attempt_allowances')
  await tenantReference(trx, 'lms_attempt_allowances', 'user_id', 'users')
  await trx.raw(`
    alter table lms_quiz_attempts
      add constraint lms_quiz_attempts_number_unique unique (tenant_id, enrollment_id, lesson_id, cycle, number);
    -- However often Start is pressed, in however many tabs.
    create unique index lms_quiz_attempts_open_unique on lms_quiz_attempts (tenant_id, enrollment_id, lesson_id)
      where finished_at is null;
    create index lms_quiz_attempts_lesson_index on lms_quiz_attempts (tenant_id, lesson_id, started_at, id);
    create index lms_quiz_attempts_check_index on lms_quiz_attempts (check_at) where check_at is not null;
    alter table lms_quiz_answers add constraint lms_quiz_answers_unique unique (tenant_id, attempt_id, item);
    alter table lms_accommodations add constraint lms_accommodations_unique unique (tenant_id, user_id);
    alter table lms_attempt_allowances
      add constraint lms_attempt_allowances_unique unique (tenant_id, user_id, lesson_id);
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop table lms_attempt_allowances;
    drop table lms_accommodations;
    drop table lms_quiz_answers;
    drop table lms_quiz_attempts;
  `)
}
