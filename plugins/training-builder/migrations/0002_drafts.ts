import type { Knex } from 'knex'
import { catalogueReference, tenantOwned } from '#core/server/database/ownership.ts'

/** Creates unsaved drafts of a project's modules: one per editor, visible to no one else. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table training_drafts (
      id uuid primary key default new_id(),
      project_id uuid not null,
      -- Super admins write on an organization's host too.
      editor_id uuid not null references users (id) on delete cascade,
      modules jsonb not null check (jsonb_typeof(modules) = 'array'),
      -- Of what it began with.
      base_version integer not null,
      updated_at timestamptz not null default now()
    )
  `)
  await tenantOwned(trx, 'training_drafts', { nullable: true })
  await catalogueReference(trx, 'training_drafts', 'project_id', 'projects')
  await trx.raw(`
    alter table training_drafts add constraint training_drafts_unique
      unique nulls not distinct (project_id, tenant_id, editor_id);
    create index training_drafts_editor_id_index on training_drafts (editor_id);
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop table training_drafts;
    drop function training_drafts_project_id_owner;
  `)
}
