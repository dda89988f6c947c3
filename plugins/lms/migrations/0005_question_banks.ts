import type { Knex } from 'knex'
import { catalogueReference, sharedCatalogue } from '#core/server/database/ownership.ts'

/**
 * Creates banks of questions, the platform's and organizations' own, from which authors copy into lessons and pools draw.
 * Deleted ones keep their row until they can no longer be restored.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table lms_question_banks (
      id uuid primary key default new_id(),
      name varchar(200) not null,
      description varchar(2000) not null default '',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      deleted_at timestamptz,
      search text not null generated always as (lower(name || E'\\n' || description)) stored
    );
    create table lms_questions (
      id uuid primary key default new_id(),
      bank_id uuid not null,
      -- The whole of it, as the contract has it; but for its id, which is the row's.
      question jsonb not null check (jsonb_typeof(question->'prompt') = 'string'),
      tags jsonb not null default '[]' check (jsonb_typeof(tags) = 'array'),
      -- Those that were added at once, in their order.
      place integer not null default 0,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      deleted_at timestamptz,
      type text not null generated always as (question->>'type') stored,
      search text not null generated always as (lower(question->>'prompt')) stored
    );
  `)
  for (const table of ['lms_question_banks', 'lms_questions']) await sharedCatalogue(trx, table)
  await catalogueReference(trx, 'lms_questions', 'bank_id', 'lms_question_banks')
  await trx.raw(`
    -- A bank's questions are its owner's: no organization adds to a bank of the platform.
    alter table lms_questions add constraint lms_questions_owner_check check (bank_id_owner = owner);
    create index lms_question_banks_list_index on lms_question_banks (owner, name, id) where deleted_at is null;
    create index lms_questions_list_index on lms_questions (owner, bank_id, created_at, place, id) where deleted_at is null;
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop table lms_questions;
    drop function lms_questions_bank_id_owner;
    drop table lms_question_banks;
  `)
}
