import type { Knex } from 'knex'

/** Adds the pictures in questions of a version, by which learners of all organizations see those of the platform. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(
    `alter table lms_course_versions add column picture_urls jsonb not null default '[]' check (jsonb_typeof(picture_urls) = 'array')`,
  )
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('alter table lms_course_versions drop column picture_urls')
}
