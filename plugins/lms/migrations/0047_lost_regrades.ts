import type { Knex } from 'knex'

/** Adds heartbeats of regrades, so that a lost one does not block others. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    -- When a portion was graded last, or it was begun.
    alter table lms_regrades add column heard_at timestamptz not null default now();
    update lms_regrades set heard_at = coalesce(finished_at, started_at);
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`alter table lms_regrades drop column heard_at`)
}
