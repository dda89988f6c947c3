import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/** Work that has to be graded: submissions, and attempts with answers that no rule can judge. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table lms_work (
      id uuid primary key default new_id(),
      kind text not null check (kind in ('hand-in', 'attempt')),
      -- The hand-in or the attempt, which is of another subject.
      subject_id uuid not null,
      course_id uuid not null,
      -- No reference: work for a lesson that is gone is graded all the same.
      lesson_id uuid not null,
      enrollment_id uuid not null,
      user_id uuid not null,
      -- Others of a team, for whom it counts too.
      team_ids uuid[] not null default '{}',
      cycle integer not null check (cycle > 0),
      -- Of the hand-in's version, or of the attempt.
      number integer not null check (number > 0),
      -- As they were called when it was handed in.
      course varchar(200) not null,
      lesson varchar(200) not null,
      handed_in_at timestamptz not null,
      late_seconds integer not null default 0 check (late_seconds >= 0),
      -- What is graded has marks that its learner does not see yet.
      state text not null default 'waiting' check (state in ('waiting', 'graded', 'posted', 'returned', 'excused')),
      -- Who has graded it last; no reference, as super admins belong to no organization.
      grader_id uuid,
      -- Per cent, with what lateness takes off; null where there is none.
      score double precision check (score between 0 and 100),
      -- Grows with whatever happens to it.
      version integer not null default 1 check (version > 0),
      updated_at timestamptz not null default now()
    )
  `)
  await tenantOwned(trx, 'lms_work')
  await tenantReference(trx, 'lms_work', 'enrollment_id', 'lms_enrollments')
  await tenantReference(trx, 'lms_work', 'user_id', 'users')
  await trx.raw(`
    alter table lms_work add constraint lms_work_unique unique (tenant_id, kind, subject_id);
    create index lms_work_queue_index on lms_work (tenant_id, state, handed_in_at, id);
    create index lms_work_lesson_index on lms_work (tenant_id, lesson_id, state, handed_in_at, id);
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop table lms_work')
}
