import type { Knex } from 'knex'

const tables = ['lms_chapters', 'lms_lessons']

/** Adds opening conditions of chapters and lessons: a date, days after enrollment, prerequisites. */
export async function up(trx: Knex): Promise<void> {
  for (const table of tables) {
    await trx.raw(`
      alter table ${table}
        -- Of the learner's organization's calendar.
        add column opens_on date,
        -- After somebody enrolled.
        add column opens_after_days integer check (opens_after_days between 1 and 3650),
        -- Chapters of a chapter, lessons of a lesson. No reference: one that is gone is in nobody's way.
        add column after_ids jsonb not null default '[]' check (jsonb_typeof(after_ids) = 'array');
    `)
  }
}

export async function down(trx: Knex): Promise<void> {
  for (const table of tables) {
    await trx.raw(`alter table ${table} drop column opens_on, drop column opens_after_days, drop column after_ids`)
  }
}
