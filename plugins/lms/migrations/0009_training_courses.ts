import type { Knex } from 'knex'

/** Adds courses that are built from a project's training modules, and the origin of each of their chapters and lessons. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    -- Training belongs to another plugin, which may be off.
    alter table lms_courses add column original_project_id uuid,
      -- Of the modules that it was made of last.
      add column original_hash char(64);
    create unique index lms_courses_original_project_index on lms_courses (owner, original_project_id)
      where original_project_id is not null and deleted_at is null;
    -- The module and the section, which keep their chapter and lesson however often the course is made anew.
    alter table lms_chapters add column origin_id uuid;
    alter table lms_lessons add column origin_id uuid;
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table lms_lessons drop column origin_id;
    alter table lms_chapters drop column origin_id;
    alter table lms_courses drop column original_hash, drop column original_project_id;
  `)
}
