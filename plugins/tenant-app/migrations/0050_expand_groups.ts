import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/** Creates groups of students (class, team, cabin, cohort, other), dated memberships, and the staff of each group. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table groups (
      id uuid primary key default new_id(),
      name varchar(100) not null,
      kind text not null check (kind in ('class', 'team', 'cabin', 'cohort', 'other')),
      season varchar(50) not null default '',
      color text not null default 'gray'
        check (color in ('gray', 'red', 'yellow', 'green', 'blue', 'purple')),
      archived_at timestamptz,
      -- System that an imported group came from, and its id there.
      source varchar(50),
      source_id varchar(255),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check ((source is null) = (source_id is null))
    )
  `)
  await tenantOwned(trx, 'groups')
  await trx.raw(`
    create unique index groups_source_index on groups (tenant_id, source, source_id) where source is not null;
    create index groups_name_index on groups (tenant_id, fold(name));
  `)

  await trx.raw(`
    create table group_members (
      id uuid primary key default new_id(),
      group_id uuid not null,
      student_id uuid not null,
      from_date date not null,
      -- First day without the membership; null while it lasts.
      until_date date,
      created_at timestamptz not null default now(),
      check (until_date > from_date)
    )
  `)
  await tenantOwned(trx, 'group_members', { withoutReferences: true })
  await tenantReference(trx, 'group_members', 'group_id', 'groups')
  await tenantReference(trx, 'group_members', 'student_id', 'students')
  await trx.raw(`
    create unique index group_members_current_index on group_members (tenant_id, group_id, student_id)
      where until_date is null
  `)

  await trx.raw(`
    create table group_staff (
      id uuid primary key default new_id(),
      group_id uuid not null,
      user_id uuid not null,
      created_at timestamptz not null default now()
    )
  `)
  await tenantOwned(trx, 'group_staff', { withoutReferences: true })
  await tenantReference(trx, 'group_staff', 'group_id', 'groups')
  await tenantReference(trx, 'group_staff', 'user_id', 'users')
  await trx.raw('alter table group_staff add constraint group_staff_once_unique unique (tenant_id, group_id, user_id)')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop table group_staff, group_members, groups')
}
