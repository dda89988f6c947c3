import type { Knex } from 'knex'

/**
 * Records whether an archive holds the contents of files itself, and how many it lists; earlier backups say nothing of
 * either.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table backups
      add column is_self_contained boolean not null default false,
      add column file_count bigint check (file_count >= 0);
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('alter table backups drop column file_count, drop column is_self_contained')
}
