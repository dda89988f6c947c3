import type { Knex } from 'knex'
import { catalogueReference, sharedCatalogue } from '#core/server/database/ownership.ts'

/**
 * Creates courses with their chapters and lessons, as their authors write them: the platform's, which all organizations may
 * read, and organizations' own. Deleted ones keep their row until they can no longer be restored.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table lms_courses (
      id uuid primary key default new_id(),
      title varchar(200) not null,
      description varchar(5000) not null default '',
      category varchar(100) not null default '',
      difficulty text not null default 'beginner' check (difficulty in ('beginner', 'intermediate', 'advanced')),
      -- Minutes; 0 is as long as its lessons.
      duration integer not null default 60 check (duration between 0 and 100000),
      image_url varchar(500) not null default '',
      learning_objectives jsonb not null default '[]' check (jsonb_typeof(learning_objectives) = 'array'),
      prerequisites jsonb not null default '[]' check (jsonb_typeof(prerequisites) = 'array'),
      tags jsonb not null default '[]' check (jsonb_typeof(tags) = 'array'),
      language varchar(35) not null default 'en',
      audience text not null default 'instructors' check (audience in ('instructors', 'students', 'families', 'everybody')),
      status text not null default 'draft' check (status in ('draft', 'published', 'archived')),
      is_featured boolean not null default false,
      -- Of the order of chapters and lessons: one more whenever one is added, moved or deleted.
      outline_version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      deleted_at timestamptz,
      search text not null generated always as (lower(title || E'\\n' || category || E'\\n' || description)) stored
    );
    create table lms_chapters (
      id uuid primary key default new_id(),
      course_id uuid not null,
      title varchar(200) not null,
      description varchar(2000) not null default '',
      position integer not null check (position > 0),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      deleted_at timestamptz
    );
    create table lms_lessons (
      id uuid primary key default new_id(),
      course_id uuid not null,
      -- null: unassigned. Those of a deleted chapter are, until it is brought back.
      chapter_id uuid,
      title varchar(200) not null,
      description varchar(5000) not null default '',
      content jsonb not null check (content->>'type' = 'doc'),
      content_type text not null default 'article' check (content_type in ('article', 'video', 'audio', 'quiz', 'assignment',
        'discussion', 'presentation', 'document', 'interactive', 'live_session', 'assessment', 'project')),
      content_url varchar(2000) not null default '',
      -- Minutes.
      duration integer not null default 30 check (duration between 0 and 100000),
      position integer not null check (position > 0),
      is_required boolean not null default true,
      is_preview boolean not null default false,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      deleted_at timestamptz
    );
  `)
  for (const table of ['lms_courses', 'lms_chapters', 'lms_lessons']) await sharedCatalogue(trx, table)
  for (const table of ['lms_chapters', 'lms_lessons']) {
    await catalogueReference(trx, table, 'course_id', 'lms_courses')
    // Parts of a course belong to its owner: organizations cannot add to a course of the platform.
    await trx.raw(`
      alter table ${table} add constraint ${table}_owner_check check (course_id_owner = owner);
      create index ${table}_outline_index on ${table} (owner, course_id, position, id);
    `)
  }
  await catalogueReference(trx, 'lms_lessons', 'chapter_id', 'lms_chapters', 'set null')
  await trx.raw(`create index lms_courses_list_index on lms_courses (owner, title, id) where deleted_at is null`)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop table lms_lessons;
    drop function lms_lessons_course_id_owner;
    drop function lms_lessons_chapter_id_owner;
    drop table lms_chapters;
    drop function lms_chapters_course_id_owner;
    drop table lms_courses;
  `)
}
