import type { Knex } from 'knex'
import { catalogueReference, tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/** Creates reviews of courses by learners who have completed them. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table lms_course_reviews (
      id uuid primary key default new_id(),
      user_id uuid not null,
      course_id uuid not null,
      stars integer not null check (stars between 1 and 5),
      -- Empty where nobody wrote one.
      comment varchar(2000) not null default '',
      -- Of the course that they had.
      version integer not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )
  `)
  await tenantOwned(trx, 'lms_course_reviews')
  await tenantReference(trx, 'lms_course_reviews', 'user_id', 'users')
  await catalogueReference(trx, 'lms_course_reviews', 'course_id', 'lms_courses')
  await trx.raw(`
    alter table lms_course_reviews add constraint lms_course_reviews_unique unique (tenant_id, user_id, course_id);
    create index lms_course_reviews_course_index on lms_course_reviews (tenant_id, course_id, created_at desc, id) include (stars);
    create index lms_course_reviews_author_index on lms_course_reviews (course_id, created_at desc, id);
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop table lms_course_reviews;
    drop function lms_course_reviews_course_id_owner;
  `)
}
