import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/** Adds printed letters that invite the family of a child, the requests made with their codes, and wrong codes. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table invitation_letters (
      id uuid primary key default new_id(),
      student_id uuid not null,
      code_hash bytea not null,
      printed_by_name varchar(201),
      printed_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz,
      -- Replaced by another letter, or revoked by staff.
      revoked_at timestamptz
    );
    create table join_requests (
      id uuid primary key default new_id(),
      letter_id uuid not null,
      student_id uuid not null,
      first_name varchar(100) not null,
      last_name varchar(100) not null,
      email varchar(254) not null,
      relationship varchar(50) not null,
      -- Hash of the emailed link that proves the address.
      token_hash bytea not null,
      emails integer not null default 1,
      emailed_at timestamptz not null,
      expires_at timestamptz not null,
      -- Staff see a request from then on.
      confirmed_at timestamptz
    );
    create table letter_tries (
      id uuid primary key default new_id(),
      network varchar(64) not null,
      at timestamptz not null
    );
  `)
  await tenantOwned(trx, 'invitation_letters')
  await tenantReference(trx, 'invitation_letters', 'student_id', 'students')
  await tenantOwned(trx, 'join_requests', { withoutReferences: true })
  await tenantReference(trx, 'join_requests', 'letter_id', 'invitation_letters')
  await tenantReference(trx, 'join_requests', 'student_id', 'students')
  await tenantOwned(trx, 'letter_tries', { tenantMay: ['select', 'insert', 'delete'], withoutReferences: true })
  await trx.raw(`
    alter table invitation_letters add constraint invitation_letters_code_once unique (tenant_id, code_hash);
    create unique index invitation_letters_open_once on invitation_letters (tenant_id, student_id)
      where used_at is null and revoked_at is null;
    alter table join_requests add constraint join_requests_letter_once unique (tenant_id, letter_id);
    alter table join_requests add constraint join_requests_token_once unique (tenant_id, token_hash);
    create index join_requests_confirmed_index on join_requests (tenant_id, confirmed_at) where confirmed_at is not null;
    create index letter_tries_time_index on letter_tries (tenant_id, at);
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop table letter_tries, join_requests, invitation_letters')
}
