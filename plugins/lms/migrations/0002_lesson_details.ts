import type { Knex } from 'knex'

/** Details of a kind of lessons beside the text: one object for each kind that a lesson has been, by its name. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table lms_lessons add column details jsonb not null default '{}' check (jsonb_typeof(details) = 'object')
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`alter table lms_lessons drop column details`)
}
