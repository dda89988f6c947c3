import type { Knex } from 'knex'
import { catalogueReference, sharedCatalogue, tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/** Creates projects of the platform's catalog and of organizations, and organizations' adoptions of them. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table projects (
      id uuid primary key default new_id(),
      title varchar(200) not null,
      description varchar(5000) not null default '',
      category varchar(100) not null default '',
      difficulty_level text not null default 'beginner' check (difficulty_level in ('beginner', 'intermediate', 'advanced')),
      estimated_duration varchar(100) not null default '',
      age_group varchar(100) not null default '',
      instructions varchar(10000) not null default '',
      learning_objectives jsonb not null default '[]' check (jsonb_typeof(learning_objectives) = 'array'),
      materials jsonb not null default '[]' check (jsonb_typeof(materials) = 'array'),
      prerequisites jsonb not null default '[]' check (jsonb_typeof(prerequisites) = 'array'),
      student_resources jsonb not null default '[]' check (jsonb_typeof(student_resources) = 'array'),
      assessment_criteria jsonb not null default '[]' check (jsonb_typeof(assessment_criteria) = 'array'),
      created_by uuid,
      -- Of the catalog. What an organization puts away is said by its row of tenant_projects, of its own ones too.
      is_active boolean not null default true,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      search text not null generated always as (lower(title || E'\\n' || category || E'\\n' || description)) stored
    )
  `)
  await sharedCatalogue(trx, 'projects')
  await trx.raw(`
    -- Rows of the platform have no organization whose user could be meant.
    alter table projects add constraint projects_created_by_check check (created_by is null or tenant_id is not null);
    create index projects_list_index on projects (owner, title, id);
  `)
  await tenantReference(trx, 'projects', 'created_by', 'users', 'set null')

  await trx.raw(`
    create table tenant_projects (
      id uuid primary key default new_id(),
      project_id uuid not null,
      status text not null default 'earmarked' check (status in ('earmarked', 'active', 'completed', 'archived')),
      instructor_notes varchar(5000) not null default '',
      -- What this organization does otherwise than the catalog says; a field that is absent is the catalog's.
      customizations jsonb not null default '{}' check (jsonb_typeof(customizations) = 'object'),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )
  `)
  await tenantOwned(trx, 'tenant_projects')
  await catalogueReference(trx, 'tenant_projects', 'project_id', 'projects')
  await trx.raw(`
    alter table tenant_projects add constraint tenant_projects_unique unique (tenant_id, project_id)
  `)
  for (const table of using) await tenantReference(trx, table, 'tenant_project_id', 'tenant_projects', 'set null')
}

const using = ['sessions', 'challenges', 'scores']

export async function down(trx: Knex): Promise<void> {
  for (const table of using) {
    await trx.raw(`
      update ${table} set tenant_project_id = null;
      drop index ${table}_tenant_project_id_index;
      alter table ${table} drop constraint ${table}_tenant_project_id_reference;
    `)
  }
  await trx.raw(`
    drop table tenant_projects;
    drop function tenant_projects_project_id_owner;
    drop table projects;
  `)
}
