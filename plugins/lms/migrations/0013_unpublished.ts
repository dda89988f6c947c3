import type { Knex } from 'knex'

/** Courses published before versions existed were not visible to learners: they become drafts. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`update lms_courses set status = 'draft' where status = 'published' and version = 0`)
}

export async function down(): Promise<void> {}
