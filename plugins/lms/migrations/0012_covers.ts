import type { Knex } from 'knex'

/** Indexes covers: each request for a picture checks if it is on a course. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`create index lms_course_versions_cover_index on lms_course_versions (image_url) where image_url <> ''`)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop index lms_course_versions_cover_index')
}
