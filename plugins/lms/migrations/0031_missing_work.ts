import type { Knex } from 'knex'

/** Indexes lessons in which missing work has a grade, among all contents. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create index lms_lesson_contents_missing_index on lms_lesson_contents (owner, course_id, lesson_id)
      where (details ->> 'missingScore') is not null
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop index lms_lesson_contents_missing_index')
}
