import type { Knex } from 'knex'
import { platformOwned } from '../database/ownership.ts'

export async function up(trx: Knex): Promise<void> {
  // Existing users and users created by others count as verified: only registering leaves it empty.
  await trx.raw(`
    alter table users add column email_verified_at timestamptz default now();

    create table email_verifications (
      user_id uuid primary key references users (id) on delete cascade,
      token_hash bytea not null unique,
      email varchar(254) not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz
    )
  `)
  await platformOwned(trx, 'email_verifications')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop table email_verifications; alter table users drop column email_verified_at')
}
