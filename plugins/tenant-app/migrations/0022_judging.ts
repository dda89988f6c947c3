import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/**
 * Creates judging: judges score alone, by criteria; `scores` has the result only once each of them has scored the student.
 *
 * - `challenges.criteria`: criteria of the judges, `[{ name, weight }]`, each from 0 to 10. `result_by`: the mean of all
 *   judges, or without the highest and the lowest.
 * - `challenge_judges`: the judges. `judge_id` is null for a deleted user: their scores stay, and no more are expected.
 * - `judge_scores.points`: points from one judge for one student, a number for each criterion, in order.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table challenges
      add column criteria jsonb not null default '[]',
      add column result_by text not null default 'mean' check (result_by in ('mean', 'trimmed-mean'));
    create table challenge_judges (
      id uuid primary key default new_id(),
      challenge_id uuid not null,
      judge_id uuid,
      judge_name varchar(201) not null,
      created_at timestamptz not null default now()
    );
    create table judge_scores (
      id uuid primary key default new_id(),
      challenge_id uuid not null,
      challenge_judge_id uuid not null,
      student_id uuid not null,
      points jsonb not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
  `)
  await tenantOwned(trx, 'challenge_judges')
  await tenantReference(trx, 'challenge_judges', 'challenge_id', 'challenges')
  await tenantReference(trx, 'challenge_judges', 'judge_id', 'users', 'set null')
  await tenantOwned(trx, 'judge_scores')
  await tenantReference(trx, 'judge_scores', 'challenge_id', 'challenges')
  await tenantReference(trx, 'judge_scores', 'challenge_judge_id', 'challenge_judges')
  await tenantReference(trx, 'judge_scores', 'student_id', 'students')
  await trx.raw(`
    alter table challenge_judges add constraint challenge_judges_unique unique (tenant_id, challenge_id, judge_id);
    alter table judge_scores add constraint judge_scores_unique unique (tenant_id, challenge_judge_id, student_id);
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop table judge_scores;
    drop table challenge_judges;
    alter table challenges drop column criteria, drop column result_by;
  `)
}
