import type { Knex } from 'knex'
import { catalogueReference, tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/** Stores which courses groups are assigned to, and which enrollments exist because of a group. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table lms_course_groups (
      id uuid primary key default new_id(),
      -- The plugin of groups may be off.
      group_id uuid not null,
      course_id uuid not null,
      assigned_at timestamptz not null
    );
    create table lms_enrollment_groups (
      id uuid primary key default new_id(),
      enrollment_id uuid not null,
      group_id uuid not null
    );
  `)
  await tenantOwned(trx, 'lms_course_groups')
  await catalogueReference(trx, 'lms_course_groups', 'course_id', 'lms_courses')
  await tenantOwned(trx, 'lms_enrollment_groups')
  await tenantReference(trx, 'lms_enrollment_groups', 'enrollment_id', 'lms_enrollments')
  await trx.raw('create unique index on lms_course_groups (tenant_id, group_id, course_id)')
  await trx.raw('create unique index on lms_enrollment_groups (tenant_id, enrollment_id, group_id)')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop table lms_enrollment_groups, lms_course_groups')
}
