import type { Knex } from 'knex'

/** Raises the limit for packages of several items, which save the state of each: up to 64,000 characters in SCORM 2004. */
export async function up(trx: Knex): Promise<void> {
  await replaceCheck(trx, 'octet_length(state::text) <= 524288')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw("update lms_lesson_progress set state = state - 'text' where octet_length(state::text) > 131072")
  await replaceCheck(trx, 'octet_length(state::text) <= 131072')
}

async function replaceCheck(trx: Knex, limit: string): Promise<void> {
  await trx.raw(`
    alter table lms_lesson_progress drop constraint lms_lesson_progress_state_check,
      add constraint lms_lesson_progress_state_check check (jsonb_typeof(state) = 'object' and ${limit}) not valid;
  `)
  await trx.raw('alter table lms_lesson_progress validate constraint lms_lesson_progress_state_check')
}
