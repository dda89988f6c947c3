import type { Knex } from 'knex'

/** Adds the search of challenges, and to scores their author and version, by which concurrent entries conflict. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table challenges add column search text not null generated always as (lower(title || ' ' || description)) stored;
    alter table scores
      add column updated_at timestamptz not null default now(),
      -- Nobody is referred to: a super admin enters scores, too.
      add column scored_by uuid,
      add column scored_by_name varchar(201);
    update scores set updated_at = created_at;
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table scores drop column updated_at, drop column scored_by, drop column scored_by_name;
    alter table challenges drop column search;
  `)
}
