import type { Knex } from 'knex'
import { catalogueReference, sharedCatalogue } from '#core/server/database/ownership.ts'

/**
 * Creates files of courses: facts about each besides its bytes, and the published versions that show them. Versions and files
 * are deleted with their course: no reference to a deleted version remains.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table lms_files (
      -- The file's own: one row of each.
      id uuid primary key,
      course_id uuid not null,
      kind text not null check (kind in ('picture', 'video', 'audio', 'pdf', 'document', 'captions', 'package')),
      name varchar(255) not null,
      -- What a package says of itself.
      package jsonb check ((package is null) = (kind <> 'package')),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      search text not null generated always as (lower(name)) stored
    );
    create table lms_version_files (
      id uuid primary key default new_id(),
      version_id uuid not null,
      file_id uuid not null,
      -- In a lesson that is read without being enrolled.
      is_preview boolean not null,
      unique (version_id, file_id)
    );
  `)
  for (const table of ['lms_files', 'lms_version_files']) await sharedCatalogue(trx, table)
  await catalogueReference(trx, 'lms_files', 'course_id', 'lms_courses')
  await catalogueReference(trx, 'lms_version_files', 'file_id', 'lms_files')
  await trx.raw(`
    alter table lms_files
      add constraint lms_files_id_reference foreign key (owner, id) references files (owner, id) on delete cascade,
      -- Files of a course are its owner's.
      add constraint lms_files_owner_check check (course_id_owner = owner);
    alter table lms_version_files add constraint lms_version_files_owner_check check (file_id_owner = owner);
    create index lms_files_list_index on lms_files (owner, course_id, name, id);
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop table lms_version_files;
    drop function lms_version_files_file_id_owner;
    drop table lms_files;
    drop function lms_files_course_id_owner;
  `)
}
