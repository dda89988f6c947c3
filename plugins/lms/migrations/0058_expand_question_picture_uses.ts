import type { Knex } from 'knex'
import { sharedCatalogue } from '#core/server/database/ownership.ts'

/** Creates the list of images that were uploaded for questions, so that unused ones can be found and deleted. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table lms_question_pictures (
      -- The image's own.
      id uuid primary key,
      -- First time that nothing was found to show it.
      unused_at timestamptz,
      created_at timestamptz not null default now()
    )
  `)
  await sharedCatalogue(trx, 'lms_question_pictures')
  await trx.raw(`
    alter table lms_question_pictures
      add constraint lms_question_pictures_id_reference foreign key (owner, id) references files (owner, id) on delete cascade;
    insert into lms_question_pictures (id, tenant_id)
      select f.id, f.tenant_id from files f where f.kind = 'core.image' and f.state = 'complete' and f.id::text in (
        select m[1] from (
          select question as shown from lms_questions
          union all select details from lms_lessons
          union all select details from lms_lesson_contents
        ) s cross join lateral regexp_matches(s.shown::text, '/api/images/([0-9a-f-]{36})', 'g') m
      );
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop table lms_question_pictures')
}
