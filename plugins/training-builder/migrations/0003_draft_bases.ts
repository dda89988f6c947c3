import type { Knex } from 'knex'

/** Adds the modules as they were when a draft began, to determine later what its editor has changed. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    -- Null of drafts that began when others had saved already.
    alter table training_drafts add column base jsonb check (jsonb_typeof(base) = 'array')
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('alter table training_drafts drop column base')
}
