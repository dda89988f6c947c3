import type { Knex } from 'knex'

/** Adds details of a lesson's kind beside the text: one object per kind that a lesson has had, by its name. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table lms_lessons add column details jsonb not null default '{}' check (jsonb_typeof(details) = 'object')
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`alter table lms_lessons drop column details`)
}
