import type { Knex } from 'knex'

/** Adds settings of attended hours: whether assumed ones count, and the bands that funders require. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table attendance_settings
      add column counts_recorded_only boolean not null default false,
      -- Hours at which a band begins, after the one from 0.
      add column hour_bands jsonb not null default '[15, 45, 90, 180, 270]'
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('alter table attendance_settings drop column counts_recorded_only, drop column hour_bands')
}
