import type { Knex } from 'knex'

/** Whoever makes a course of an archive gives a sign of life, so that an import whose node has gone is told as that at once. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    -- By the clock of the database, which all nodes share.
    alter table lms_course_imports add column alive_at timestamptz not null default now()
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('alter table lms_course_imports drop column alive_at')
}
