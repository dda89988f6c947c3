import type { Knex } from 'knex'

/** Finds the lessons in which who hands in nothing has a grade all the same, among all contents. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create index lms_lesson_contents_missing_index on lms_lesson_contents (owner, course_id, lesson_id)
      where (details ->> 'missingScore') is not null
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop index lms_lesson_contents_missing_index')
}
