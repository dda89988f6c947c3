import type { Knex } from 'knex'
import { catalogueReference, sharedCatalogue, tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/** Creates enrollments, an organization's rules for courses, and prerequisites of courses. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    -- A hash is taken for that of a secret, which no export gives.
    alter table lms_lesson_contents rename column hash to edition;
    create table lms_enrollments (
      id uuid primary key default new_id(),
      user_id uuid not null,
      course_id uuid not null,
      -- What was published when it began, until its learner or its author moves it on.
      version integer not null,
      -- Per cent of what is required.
      progress integer not null default 0 check (progress between 0 and 100),
      enrolled_at timestamptz not null default now(),
      completed_at timestamptz
    );
    create table lms_course_rules (
      id uuid primary key default new_id(),
      course_id uuid not null,
      is_hidden boolean not null default false,
      required_for text check (required_for in ('instructors', 'students', 'families', 'everybody')),
      required_until date,
      constraint lms_course_rules_required_until_check check (required_until is null or required_for is not null)
    );
    create table lms_course_requirements (
      id uuid primary key default new_id(),
      course_id uuid not null,
      -- To be completed before.
      required_id uuid not null,
      constraint lms_course_requirements_itself_check check (required_id <> course_id)
    );
  `)
  await tenantOwned(trx, 'lms_enrollments')
  await tenantReference(trx, 'lms_enrollments', 'user_id', 'users')
  await catalogueReference(trx, 'lms_enrollments', 'course_id', 'lms_courses')
  await tenantOwned(trx, 'lms_course_rules')
  await catalogueReference(trx, 'lms_course_rules', 'course_id', 'lms_courses')
  await sharedCatalogue(trx, 'lms_course_requirements')
  await catalogueReference(trx, 'lms_course_requirements', 'course_id', 'lms_courses')
  await catalogueReference(trx, 'lms_course_requirements', 'required_id', 'lms_courses')
  await trx.raw(`
    alter table lms_enrollments add constraint lms_enrollments_unique unique (tenant_id, user_id, course_id),
      add constraint lms_enrollments_version_reference foreign key (course_id_owner, course_id, version)
        references lms_course_versions (owner, course_id, number) on delete cascade;
    alter table lms_course_rules add constraint lms_course_rules_unique unique (tenant_id, course_id);
    alter table lms_course_requirements add constraint lms_course_requirements_owner_check check (course_id_owner = owner),
      add constraint lms_course_requirements_unique unique (owner, course_id, required_id);
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop table lms_course_requirements;
    drop function lms_course_requirements_course_id_owner;
    drop function lms_course_requirements_required_id_owner;
    drop table lms_course_rules;
    drop function lms_course_rules_course_id_owner;
    drop table lms_enrollments;
    drop function lms_enrollments_course_id_owner;
    alter table lms_lesson_contents rename column edition to hash;
  `)
}
