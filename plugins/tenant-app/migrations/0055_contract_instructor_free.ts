import type { Knex } from 'knex'

/** Leaves it to the meetings whether an instructor is free: a camp week blocks its days, and not the evenings. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw('alter table sessions drop constraint sessions_instructor_free')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table sessions add constraint sessions_instructor_free exclude using gist
      (tenant_id with =, instructor_id with =, tstzrange(start_date, end_date) with &&)
      where (status <> 'cancelled') deferrable
  `)
}
