import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/** Creates private notes of learners beside a lesson. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table lms_lesson_notes (
      id uuid primary key default new_id(),
      user_id uuid not null,
      enrollment_id uuid not null,
      -- Of a version, which may have lessons that the course has no more.
      lesson_id uuid not null,
      text varchar(2000) not null,
      -- Of the film or sound that it was written at.
      second integer check (second between 0 and 86400),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )
  `)
  await tenantOwned(trx, 'lms_lesson_notes')
  await tenantReference(trx, 'lms_lesson_notes', 'user_id', 'users')
  await tenantReference(trx, 'lms_lesson_notes', 'enrollment_id', 'lms_enrollments')
  await trx.raw(`
    create index lms_lesson_notes_lesson_index on lms_lesson_notes (tenant_id, user_id, lesson_id, second nulls first, created_at, id)
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop table lms_lesson_notes')
}
