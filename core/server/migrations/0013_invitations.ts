import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '../database/ownership.ts'

/** The last link emailed to an invited user; once accepted, it is kept for a while to explain that it was used. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table invitations (
      user_id uuid primary key,
      token_hash bytea not null unique,
      email varchar(254) not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      accepted_at timestamptz
    );
    create index invitations_accepted_index on invitations (accepted_at)
  `)
  await tenantOwned(trx, 'invitations', { withoutReferences: true })
  await tenantReference(trx, 'invitations', 'user_id', 'users')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop table invitations')
}
