import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/** Adds emails about replies: when one was sent about a thread, and users who have opted out. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    -- Of the post that a thread begins with: its author is told once an hour.
    alter table lms_posts add column reply_mailed_at timestamptz;
    -- Only of those who have chosen otherwise than it is for everybody.
    create table lms_mail_choices (
      id uuid primary key default new_id(),
      user_id uuid not null,
      sends_replies boolean not null default true,
      updated_at timestamptz not null default now()
    );
  `)
  await tenantOwned(trx, 'lms_mail_choices')
  await tenantReference(trx, 'lms_mail_choices', 'user_id', 'users')
  await trx.raw('alter table lms_mail_choices add constraint lms_mail_choices_unique unique (tenant_id, user_id)')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop table lms_mail_choices;
    alter table lms_posts drop column reply_mailed_at;
  `)
}
