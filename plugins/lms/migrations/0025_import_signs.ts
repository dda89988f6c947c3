import type { Knex } from 'knex'

/** Adds heartbeats of imports, so that one whose node was lost fails soon. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    -- By the clock of the database, which all nodes share.
    alter table lms_course_imports add column alive_at timestamptz not null default now()
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('alter table lms_course_imports drop column alive_at')
}
