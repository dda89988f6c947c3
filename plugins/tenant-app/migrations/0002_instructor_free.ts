import type { Knex } from 'knex'

/** Limits the check for a free instructor to the organization, like all other checks of its rows. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table sessions drop constraint if exists sessions_instructor_free;
    alter table sessions add constraint sessions_instructor_free
      exclude using gist (tenant_id with =, instructor_id with =, tstzrange(start_date, end_date) with &&)
      where (status <> 'cancelled');
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table sessions drop constraint sessions_instructor_free;
    alter table sessions add constraint sessions_instructor_free
      exclude using gist (instructor_id with =, tstzrange(start_date, end_date) with &&) where (status <> 'cancelled');
  `)
}
