import type { Knex } from 'knex'
import { catalogueReference, sharedCatalogue } from '#core/server/database/ownership.ts'

/**
 * Creates published versions of a course, which are immutable. A version is one document of its outline; contents of lessons
 * are separate rows, which versions share while they stay the same.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    -- Of the newest version; 0: it was never published.
    alter table lms_courses add column version integer not null default 0;
    create table lms_course_versions (
      id uuid primary key default new_id(),
      course_id uuid not null,
      number integer not null check (number > 0),
      -- What lists tell of it, so that none of them reads an outline.
      title varchar(200) not null,
      description varchar(5000) not null,
      category varchar(100) not null,
      difficulty text not null check (difficulty in ('beginner', 'intermediate', 'advanced')),
      minutes integer not null,
      lesson_count integer not null,
      image_url varchar(500) not null,
      language varchar(35) not null,
      audience text not null check (audience in ('instructors', 'students', 'families', 'everybody')),
      is_featured boolean not null,
      outline jsonb not null check (jsonb_typeof(outline) = 'object'),
      -- What differs from the version before.
      changes jsonb not null check (jsonb_typeof(changes) = 'array'),
      published_at timestamptz not null default now(),
      search text not null generated always as (lower(title || E'\\n' || description)) stored
    );
    create table lms_lesson_contents (
      id uuid primary key default new_id(),
      course_id uuid not null,
      -- No reference: a version keeps what it has of a lesson that is gone.
      lesson_id uuid not null,
      hash varchar(64) not null,
      body jsonb not null check (body->>'type' = 'doc'),
      details jsonb not null check (jsonb_typeof(details) = 'object')
    );
  `)
  for (const table of ['lms_course_versions', 'lms_lesson_contents']) {
    await sharedCatalogue(trx, table)
    await catalogueReference(trx, table, 'course_id', 'lms_courses')
    await trx.raw(`
      alter table ${table} add constraint ${table}_owner_check check (course_id_owner = owner);
      revoke update on ${table} from trellis_tenant;
    `)
  }
  await trx.raw(`
    alter table lms_course_versions add constraint lms_course_versions_unique unique (owner, course_id, number);
    alter table lms_lesson_contents add constraint lms_lesson_contents_unique unique (owner, course_id, lesson_id, hash);
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop table lms_lesson_contents;
    drop function lms_lesson_contents_course_id_owner;
    drop table lms_course_versions;
    drop function lms_course_versions_course_id_owner;
    alter table lms_courses drop column version;
  `)
}
