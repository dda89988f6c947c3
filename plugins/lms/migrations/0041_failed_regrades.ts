import type { Knex } from 'knex'

/** Lets a failing regrade end with a reason, and run again. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table lms_regrades
      -- Tries of the portion that is next.
      add column failures integer not null default 0 check (failures >= 0),
      -- What admins read, where it failed.
      add column reason varchar(500) not null default '',
      drop constraint lms_regrades_state_check,
      add constraint lms_regrades_state_check check (state in ('running', 'done', 'failed'))
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    update lms_regrades set state = 'done' where state = 'failed';
    alter table lms_regrades
      drop column failures,
      drop column reason,
      drop constraint lms_regrades_state_check,
      add constraint lms_regrades_state_check check (state in ('running', 'done'))
  `)
}
