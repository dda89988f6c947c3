import type { Knex } from 'knex'
import { tenantOwned } from '#core/server/database/ownership.ts'

/** Creates regrades of attempts after questions were corrected: their rules, and their progress. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table lms_regrades (
      id uuid primary key default new_id(),
      course_id uuid not null,
      -- No reference: a lesson may be gone since.
      lesson_id uuid not null,
      -- Of the newest version, as it was when it was decided.
      edition text not null,
      -- What is done with the answers to each question: { questionId, rule }.
      rules jsonb not null check (jsonb_typeof(rules) = 'array'),
      state text not null default 'running' check (state in ('running', 'done')),
      attempts integer not null check (attempts >= 0),
      graded integer not null default 0 check (graded >= 0),
      moved integer not null default 0 check (moved >= 0),
      -- The attempt that was graded last, in the order of ids.
      after_id uuid,
      started_by uuid,
      started_at timestamptz not null,
      finished_at timestamptz,
      constraint lms_regrades_finished_check check ((finished_at is null) = (state = 'running'))
    );
  `)
  await tenantOwned(trx, 'lms_regrades')
  await trx.raw(`
    -- Of two at once nobody could say what the scores were before.
    create unique index lms_regrades_running_unique on lms_regrades (tenant_id, lesson_id) where state = 'running';
    create index lms_regrades_lesson_index on lms_regrades (tenant_id, lesson_id, started_at);
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop table lms_regrades')
}
