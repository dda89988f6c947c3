import type { Knex } from 'knex'
import { tenantOwned } from '#core/server/database/ownership.ts'

/** Creates imports of courses from archives, with their progress, stored for a day. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table lms_course_imports (
      -- That of the archive, whose file goes when the import has ended.
      id uuid primary key,
      name varchar(255) not null,
      status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed')),
      -- Per cent.
      progress integer not null default 0 check (progress between 0 and 100),
      course_id uuid,
      -- Why it failed, for people.
      message varchar(1000) not null default '',
      user_id uuid not null,
      created_at timestamptz not null default now(),
      check ((course_id is null) = (status <> 'done'))
    )
  `)
  await tenantOwned(trx, 'lms_course_imports', { nullable: true, withoutReferences: true })
  await trx.raw(`create index lms_course_imports_created_index on lms_course_imports (created_at)`)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop table lms_course_imports')
}
