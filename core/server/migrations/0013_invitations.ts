import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '../database/ownership.ts'

/** The last link that was mailed to somebody who was invited; accepted, it is kept until it means nothing any more. */
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
