import type { Knex } from 'knex'
import { tenantReference } from '#core/server/database/ownership.ts'

/** Fields of courses that the specification names: a long description, an instructor, a price; and chapters in draft. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table lms_courses
      add column long_description text not null default '',
      add column instructor_id uuid,
      add column price numeric(10, 2) not null default 0 check (price >= 0),
      add constraint lms_courses_instructor_check check (instructor_id is null or tenant_id is not null);
    alter table lms_chapters
      add column status text not null default 'published' check (status in ('draft', 'published'));
  `)
  await tenantReference(trx, 'lms_courses', 'instructor_id', 'users', 'set null')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table lms_chapters drop column status;
    alter table lms_courses drop column long_description, drop column instructor_id, drop column price;
  `)
}
