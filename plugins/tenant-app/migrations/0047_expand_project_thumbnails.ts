import type { Knex } from 'knex'

/** Adds projects' pictures, and an index that finds the catalog project of each shown image. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table projects add column thumbnail_url varchar(500) not null default '';
    create index projects_thumbnail_index on projects (thumbnail_url) where thumbnail_url <> '';
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('alter table projects drop column thumbnail_url')
}
