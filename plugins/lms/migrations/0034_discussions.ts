import type { Knex } from 'knex'
import { catalogueReference, tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/**
 * Creates discussions of a lesson by learners, separate for each organization: threads and replies, reports of them, a record
 * of removed posts, and restricted authors.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table lms_posts (
      id uuid primary key default new_id(),
      course_id uuid not null,
      -- No reference: what was discussed in a lesson that is gone is kept.
      lesson_id uuid not null,
      -- The post that the thread begins with; null for that one.
      thread_id uuid,
      -- null: whoever wrote it was erased, of whom a stub is left.
      user_id uuid,
      -- Of the enrollment when it was written; null for staff who do not take the course.
      cycle integer check (cycle > 0),
      -- Empty once it was removed.
      text varchar(5000) not null,
      state text not null check (state in ('shown', 'held', 'removed')),
      held_because jsonb not null default '[]' check (jsonb_typeof(held_because) = 'array'),
      -- When others saw it first; null: never.
      shown_at timestamptz,
      -- Since when somebody has to look at it, because it is held or was reported; null: nobody has to.
      waiting_since timestamptz,
      -- When those who look at it were told that it still waits.
      reminded_at timestamptz,
      decided_at timestamptz,
      -- No reference, as super admins belong to no organization.
      decided_by uuid,
      edited_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint lms_posts_held_check check (state <> 'held' or waiting_since is not null),
      constraint lms_posts_shown_check check (state <> 'shown' or shown_at is not null)
    );
    create table lms_post_reports (
      id uuid primary key default new_id(),
      post_id uuid not null,
      -- Who reports it.
      user_id uuid not null,
      -- Who has written it.
      author_id uuid,
      -- As it was when it was reported.
      text varchar(5000) not null,
      reason varchar(500) not null,
      created_at timestamptz not null default now(),
      -- When somebody decided about it, which begins the days for which it is kept.
      settled_at timestamptz
    );
    create table lms_removed_posts (
      id uuid primary key default new_id(),
      post_id uuid not null,
      user_id uuid not null,
      text varchar(5000) not null,
      reason varchar(500) not null,
      -- No reference, as super admins belong to no organization.
      removed_by uuid,
      removed_at timestamptz not null,
      forget_at timestamptz not null
    );
    create table lms_writing_holds (
      id uuid primary key default new_id(),
      user_id uuid not null,
      until timestamptz not null,
      reason varchar(500) not null,
      set_by uuid,
      created_at timestamptz not null default now()
    );
  `)
  await tenantOwned(trx, 'lms_posts')
  await catalogueReference(trx, 'lms_posts', 'course_id', 'lms_courses')
  await tenantReference(trx, 'lms_posts', 'thread_id', 'lms_posts')
  await tenantReference(trx, 'lms_posts', 'user_id', 'users', 'set null')
  for (const table of ['lms_post_reports', 'lms_removed_posts', 'lms_writing_holds']) {
    await tenantOwned(trx, table)
    await tenantReference(trx, table, 'user_id', 'users')
  }
  await tenantReference(trx, 'lms_post_reports', 'post_id', 'lms_posts')
  await tenantReference(trx, 'lms_removed_posts', 'post_id', 'lms_posts')
  await trx.raw(`
    create index lms_posts_threads_index on lms_posts (tenant_id, lesson_id, created_at desc, id) where thread_id is null;
    create index lms_posts_replies_index on lms_posts (tenant_id, thread_id, created_at, id);
    create index lms_posts_waiting_index on lms_posts (tenant_id, waiting_since, id) where waiting_since is not null;
    alter table lms_post_reports add constraint lms_post_reports_once unique (tenant_id, post_id, user_id);
    create index lms_removed_posts_forget_index on lms_removed_posts (forget_at);
    create function empty_post_of_nobody() returns trigger language plpgsql as $$
      begin
        new.text := '';
        new.state := 'removed';
        new.held_because := '[]';
        new.waiting_since := null;
        return new;
      end $$;
    -- With its author's account goes what they wrote, whatever deletes it; others' replies stay.
    create trigger lms_posts_empty before update of user_id on lms_posts
      for each row when (new.user_id is null and old.user_id is not null) execute function empty_post_of_nobody();
    alter table lms_writing_holds add constraint lms_writing_holds_user_unique unique (tenant_id, user_id);
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop table lms_writing_holds;
    drop table lms_removed_posts;
    drop table lms_post_reports;
    drop table lms_posts;
    drop function lms_posts_course_id_owner;
    drop function empty_post_of_nobody;
  `)
}
