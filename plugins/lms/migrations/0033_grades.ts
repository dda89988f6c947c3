import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/** Creates acts of graders, each an immutable row, their saved comments, and who has which work open. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table lms_grades (
      id uuid primary key default new_id(),
      work_id uuid not null,
      -- Of the hand-in's version, or of the attempt.
      number integer not null check (number > 0),
      did text not null check (did in ('kept', 'posted', 'hidden', 'returned', 'excused')),
      -- No reference: super admins belong to no organization.
      by_id uuid,
      by_name varchar(210) not null,
      happened_at timestamptz not null,
      -- As it was then, whatever its author makes of it later.
      rubric jsonb not null check (jsonb_typeof(rubric) = 'object'),
      marks jsonb not null check (jsonb_typeof(marks) = 'array'),
      -- Of the questions of an attempt.
      items jsonb not null check (jsonb_typeof(items) = 'array'),
      -- Instead of those of the rubric; null where these count.
      points double precision check (points >= 0),
      -- As somebody said who gave no points; null otherwise.
      said_passed boolean,
      comment varchar(10000) not null,
      -- What followed: points given of how many, per cent taken off for being late, and what is left.
      given_points double precision,
      most_points double precision,
      deduction double precision not null check (deduction between 0 and 100),
      score double precision check (score between 0 and 100),
      is_passed boolean
    );
    create table lms_grading_comments (
      id uuid primary key default new_id(),
      -- No reference, for the same reason.
      user_id uuid not null,
      text varchar(2000) not null,
      created_at timestamptz not null default now()
    );
    create table lms_work_views (
      work_id uuid not null,
      user_id uuid not null,
      name varchar(210) not null,
      seen_at timestamptz not null
    );
  `)
  await tenantOwned(trx, 'lms_grades', { tenantMay: ['select', 'insert'] })
  await tenantReference(trx, 'lms_grades', 'work_id', 'lms_work')
  await tenantOwned(trx, 'lms_grading_comments')
  await tenantOwned(trx, 'lms_work_views', { withoutReferences: true })
  await tenantReference(trx, 'lms_work_views', 'work_id', 'lms_work')
  await trx.raw(`
    create index lms_grades_work_order_index on lms_grades (tenant_id, work_id, happened_at, id);
    create index lms_grading_comments_user_index on lms_grading_comments (tenant_id, user_id, created_at desc, id);
    alter table lms_work_views add constraint lms_work_views_unique unique (tenant_id, work_id, user_id);
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop table lms_work_views;
    drop table lms_grading_comments;
    drop table lms_grades;
  `)
}
