import type { Knex } from 'knex'

/** Adds certificates of courses: if one is given, and for how long it is valid, in the draft and in published versions. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table lms_courses add column gives_certificate boolean not null default true,
      -- null: for ever.
      add column certificate_months integer check (certificate_months between 1 and 120)
  `)
  await trx.raw('set local role trellis_operator')
  await trx.raw(`
    update lms_course_versions
      set outline = outline || jsonb_build_object('givesCertificate', true, 'certificateMonths', null)
  `)
  await trx.raw('reset role')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('set local role trellis_operator')
  await trx.raw(`update lms_course_versions set outline = outline - 'givesCertificate' - 'certificateMonths'`)
  await trx.raw('reset role')
  await trx.raw('alter table lms_courses drop column certificate_months, drop column gives_certificate')
}
