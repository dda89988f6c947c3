import type { Knex } from 'knex'

/** Adds results of learners in graded lessons, beside their progress. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table lms_lesson_progress
      -- Per cent of the points: the score that is kept of a quiz, the grade of what was handed in. null until it is known.
      add column score double precision check (score between 0 and 100),
      add column is_awaiting_grade boolean not null default false,
      -- First.
      add column handed_in_at timestamptz,
      -- Own ones in its discussion that others see.
      add column posts integer not null default 0 check (posts >= 0),
      add column replies integer not null default 0 check (replies >= 0)
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table lms_lesson_progress drop column score, drop column is_awaiting_grade, drop column handed_in_at,
      drop column posts, drop column replies
  `)
}
