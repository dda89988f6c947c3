import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/**
 * Creates progress of learners: a row for each lesson that a learner has opened, an immutable log, and counters of the
 * enrollment, written in the same transaction. Also records which lessons of a published version show a file, and how long a
 * recording is, so that the server decides who may read a file and who has watched a recording.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table lms_enrollments
      -- Of the version's lessons that count, and how many of these are done; progress is their per cent.
      add column done integer not null default 0 check (done >= 0),
      add column required integer not null default 0 check (required >= 0),
      add column seconds_spent integer not null default 0 check (seconds_spent >= 0),
      add column last_activity_at timestamptz,
      -- From 1; a renewal begins the next one, and what was done in those before stays.
      add column cycle integer not null default 1 check (cycle > 0);
    create table lms_lesson_progress (
      id uuid primary key default new_id(),
      enrollment_id uuid not null,
      user_id uuid not null,
      course_id uuid not null,
      -- No reference: what was done in a lesson that is gone is kept.
      lesson_id uuid not null,
      cycle integer not null default 1 check (cycle > 0),
      opened_at timestamptz not null default now(),
      completed_at timestamptz,
      how text check (how in ('checked', 'self-reported', 'excused')),
      -- Where somebody was: the second of a recording, the page of a document.
      place double precision check (place >= 0),
      page integer check (page > 0),
      -- Milliseconds of a recording that were played, and pages that were shown; both only grow.
      watched int4multirange not null default '{}',
      pages_seen int4multirange not null default '{}',
      -- As the browser said, which alone has opened the file.
      page_count integer check (page_count > 0),
      said_seconds double precision check (said_seconds > 0),
      is_at_end boolean not null default false,
      covered_seconds double precision not null default 0 check (covered_seconds >= 0),
      seconds_spent integer not null default 0 check (seconds_spent >= 0),
      last_beat_at timestamptz not null default now(),
      -- Until when, by the server's clock, time that passed has been taken for seconds played.
      credited_until timestamptz not null default now(),
      -- What a package keeps of somebody.
      state jsonb not null default '{}' check (jsonb_typeof(state) = 'object' and octet_length(state::text) <= 131072),
      constraint lms_lesson_progress_completed_check check ((completed_at is null) = (how is null))
    );
    create table lms_learning_log (
      id uuid primary key default new_id(),
      enrollment_id uuid not null,
      user_id uuid not null,
      course_id uuid not null,
      -- null: of the course.
      lesson_id uuid,
      cycle integer not null,
      version integer not null,
      what text not null check (what in ('enrolled', 'opened', 'completed', 'course-completed', 'moved', 'renewed')),
      how text check (how in ('checked', 'self-reported', 'excused')),
      happened_at timestamptz not null default now()
    );
    alter table lms_files add column seconds double precision check (seconds > 0);
    -- Empty of versions that were published before: whoever reads the course reads the file.
    alter table lms_version_files add column lesson_ids uuid[] not null default '{}';
    create index lms_lesson_contents_lesson_index on lms_lesson_contents (lesson_id);
  `)
  await tenantOwned(trx, 'lms_lesson_progress')
  await tenantReference(trx, 'lms_lesson_progress', 'enrollment_id', 'lms_enrollments')
  await tenantReference(trx, 'lms_lesson_progress', 'user_id', 'users')
  await tenantOwned(trx, 'lms_learning_log', { tenantMay: ['select', 'insert'], withoutReferences: true })
  await trx.raw(`
    alter table lms_lesson_progress
      add constraint lms_lesson_progress_unique unique (tenant_id, enrollment_id, cycle, lesson_id);
    revoke update, delete on lms_learning_log from trellis_operator;
    create index lms_learning_log_enrollment_index on lms_learning_log (tenant_id, enrollment_id, happened_at, id);
    create index lms_learning_log_user_index on lms_learning_log (tenant_id, user_id, happened_at, id);
    -- The owner is subject to policies too, unless it is a superuser.
    create policy lms_learning_log_of_owner on lms_learning_log to current_user using (true) with check (true);
    create function erase_in_learning_log(organization uuid, person uuid, pattern text) returns void
      language sql volatile security definer set search_path = public, pg_catalog, pg_temp
      as $$
        delete from lms_learning_log where tenant_id = organization and user_id = person;
      $$;
    revoke all on function erase_in_learning_log(uuid, uuid, text) from public;
    grant execute on function erase_in_learning_log(uuid, uuid, text) to trellis_operator;
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop function erase_in_learning_log(uuid, uuid, text);
    drop table lms_learning_log;
    drop table lms_lesson_progress;
    drop index lms_lesson_contents_lesson_index;
    alter table lms_version_files drop column lesson_ids;
    alter table lms_files drop column seconds;
    alter table lms_enrollments drop column done, drop column required, drop column seconds_spent,
      drop column last_activity_at, drop column cycle;
  `)
}
