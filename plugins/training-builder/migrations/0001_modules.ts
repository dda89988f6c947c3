import type { Knex } from 'knex'
import { catalogueReference, sharedCatalogue } from '#core/server/database/ownership.ts'

/**
 * Creates modules that train instructors for a project: the platform's, which all organizations may read, and an
 * organization's own copy of them or modules of its own projects. Deleted ones keep their row until they can no longer be
 * restored.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table training_lists (
      id uuid primary key default new_id(),
      project_id uuid not null,
      -- One more with each save. A copy begins above the catalog's, so that no version names both.
      version integer not null default 0,
      -- Of a copy: ids of the catalog's modules that somebody here has decided about, those that were declined too.
      catalog_seen jsonb not null default '[]' check (jsonb_typeof(catalog_seen) = 'array'),
      updated_at timestamptz not null default now()
    );
    create table training_modules (
      id uuid primary key default new_id(),
      list_id uuid not null,
      title varchar(200) not null,
      description varchar(5000) not null,
      -- Minutes.
      estimated_duration integer not null check (estimated_duration between 5 and 100000),
      difficulty text not null default 'beginner' check (difficulty in ('beginner', 'intermediate', 'advanced')),
      framework text not null default 'addie' check (framework in ('addie', 'custom')),
      prerequisites jsonb not null default '[]' check (jsonb_typeof(prerequisites) = 'array'),
      learning_objectives jsonb not null default '[]' check (jsonb_typeof(learning_objectives) = 'array'),
      content jsonb not null check (jsonb_typeof(content->'sections') = 'array'),
      resources jsonb not null default '[]' check (jsonb_typeof(resources) = 'array'),
      position integer not null check (position > 0),
      -- Of a copy: the catalog's module, and its words when they were last taken or declined here.
      origin_id uuid,
      origin jsonb check (jsonb_typeof(origin) = 'object'),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      deleted_at timestamptz,
      constraint training_modules_copied_check check (origin is null or origin_id is not null)
    );
  `)
  for (const table of ['training_lists', 'training_modules']) await sharedCatalogue(trx, table)
  await catalogueReference(trx, 'training_lists', 'project_id', 'projects')
  await catalogueReference(trx, 'training_modules', 'list_id', 'training_lists')
  await trx.raw(`
    alter table training_lists add constraint training_lists_unique unique (owner, project_id);
    -- Modules of a list are its owner's: no organization adds to one of the platform.
    alter table training_modules add constraint training_modules_owner_check check (list_id_owner = owner);
    create index training_modules_list_index on training_modules (owner, list_id, position, id);
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop table training_modules;
    drop function training_modules_list_id_owner;
    drop table training_lists;
    drop function training_lists_project_id_owner;
  `)
}
