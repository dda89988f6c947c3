import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/** Adds OneRoster imports: rows of several kinds, and the ids by which the next file finds each record again. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table student_imports
      add column format text not null default 'table' check (format in ('table', 'oneroster')),
      add column remarks jsonb not null default '[]';
    alter table student_import_rows
      add column kind text check (kind in ('student', 'guardian', 'class', 'membership', 'staff', 'other')),
      add column file varchar(50),
      add column line integer check (line >= 1);
    create table roster_links (
      id uuid primary key default new_id(),
      -- System that gave the id, '' where its files do not say it.
      source varchar(100) not null,
      kind text not null check (kind in ('student', 'guardian', 'class', 'enrollment')),
      source_id varchar(255) not null,
      student_id uuid,
      user_id uuid,
      group_id uuid,
      member_id uuid,
      -- Values that the source gave last: what differs from them was changed here.
      given jsonb not null default '{}',
      -- Import that wrote the link last.
      import_id uuid not null,
      check (num_nonnulls(student_id, user_id, group_id, member_id) = 1)
    )
  `)
  await tenantOwned(trx, 'roster_links', { withoutReferences: true })
  await tenantReference(trx, 'roster_links', 'student_id', 'students')
  await tenantReference(trx, 'roster_links', 'user_id', 'users')
  await tenantReference(trx, 'roster_links', 'group_id', 'groups')
  // Unlinks a membership that is deleted here, so that the next file adds it anew.
  await trx.raw(`
    alter table group_members add constraint group_members_tenant_key unique (tenant_id, id);
    alter table roster_links add constraint roster_links_once_unique unique (tenant_id, source, kind, source_id);
  `)
  await tenantReference(trx, 'roster_links', 'member_id', 'group_members')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop table roster_links;
    alter table group_members drop constraint group_members_tenant_key;
    alter table student_import_rows drop column kind, drop column file, drop column line;
    alter table student_imports drop column format, drop column remarks;
  `)
}
