import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/**
 * Creates safeguarding concerns. Their texts are encrypted with a key of the organization; rows refer neither to the child nor
 * to users, so that erasing one deletes no concern. Rows are only added.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table safeguarding_leads (
      user_id uuid not null,
      named_at timestamptz not null
    );
    create table safeguarding_settings (
      id uuid primary key default new_id(),
      -- Person outside of the organization to call where no lead may read a concern.
      outside_contact varchar(300) not null default '',
      updated_at timestamptz not null default now()
    );
    create table concerns (
      id uuid primary key default new_id(),
      number integer not null,
      student_id uuid,
      about_user_id uuid,
      written_by uuid not null,
      sealed bytea not null,
      written_at timestamptz not null
    );
    create table concern_entries (
      id uuid primary key default new_id(),
      concern_id uuid not null,
      written_by uuid not null,
      sealed bytea not null,
      written_at timestamptz not null
    );
    create table concern_views (
      id uuid primary key default new_id(),
      -- null for a chronology of a child.
      concern_id uuid,
      student_id uuid,
      viewer_id uuid not null,
      viewer_name varchar(201) not null,
      kind text not null check (kind in ('read', 'chronology', 'export')),
      viewed_at timestamptz not null
    );
  `)
  await tenantOwned(trx, 'safeguarding_leads', { withoutReferences: true })
  await tenantReference(trx, 'safeguarding_leads', 'user_id', 'users')
  await tenantOwned(trx, 'safeguarding_settings', { withoutReferences: true })
  await tenantOwned(trx, 'concerns', { tenantMay: ['select', 'insert'] })
  await tenantOwned(trx, 'concern_entries', { tenantMay: ['select', 'insert'], withoutReferences: true })
  await tenantReference(trx, 'concern_entries', 'concern_id', 'concerns')
  await tenantOwned(trx, 'concern_views', { tenantMay: ['select', 'insert'], withoutReferences: true })
  await trx.raw(`
    drop index safeguarding_leads_tenant_id_index, safeguarding_leads_user_id_index;
    alter table safeguarding_leads add primary key (tenant_id, user_id);
    alter table safeguarding_settings add constraint safeguarding_settings_one_unique unique (tenant_id);
    alter table concerns add constraint concerns_number_unique unique (tenant_id, number);
    create index concerns_student_index on concerns (tenant_id, student_id, number);
    create index concern_views_concern_index on concern_views (tenant_id, concern_id, viewed_at desc);
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`drop table concern_views, concern_entries, concerns, safeguarding_settings, safeguarding_leads`)
}
