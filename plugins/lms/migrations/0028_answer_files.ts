import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/** Creates files that learners add to an attempt; those that answers name count. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table lms_answer_files (
      id uuid primary key,
      attempt_id uuid not null,
      name varchar(255) not null,
      created_at timestamptz not null default now()
    );
  `)
  await tenantOwned(trx, 'lms_answer_files')
  await tenantReference(trx, 'lms_answer_files', 'id', 'files')
  await tenantReference(trx, 'lms_answer_files', 'attempt_id', 'lms_quiz_attempts')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop table lms_answer_files')
}
