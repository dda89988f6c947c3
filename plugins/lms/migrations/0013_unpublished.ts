import type { Knex } from 'knex'

/** Courses that were called published before there were versions were shown to nobody: they are drafts until they are. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`update lms_courses set status = 'draft' where status = 'published' and version = 0`)
}

export async function down(): Promise<void> {}
