import type { Knex } from 'knex'

/** Adds attendance at live sessions. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table lms_lesson_progress
      -- When somebody first said, while it was held, that they join.
      add column joined_at timestamptz,
      -- Seconds of it during which the page of who had joined was open, by the server's clock.
      add column attended_seconds integer not null default 0 check (attended_seconds >= 0),
      -- Somebody else has seen them there.
      add column is_marked_present boolean not null default false
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(
    'alter table lms_lesson_progress drop column joined_at, drop column attended_seconds, drop column is_marked_present',
  )
}
