import type { Knex } from 'knex'

/** Adds the site of a run, and whether a user stopped it. Earlier runs have no site. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table lms_embedded_runs
      add column site varchar(300),
      add column is_stopped boolean not null default false;
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('alter table lms_embedded_runs drop column site, drop column is_stopped')
}
