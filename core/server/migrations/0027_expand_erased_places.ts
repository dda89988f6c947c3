import type { Knex } from 'knex'

/** Texts of others in which a name was replaced, by table, column and row alone, so that a restore replaces it again. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table erasures add column places jsonb not null default '[]' check (jsonb_typeof(places) = 'array')
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('alter table erasures drop column places')
}
