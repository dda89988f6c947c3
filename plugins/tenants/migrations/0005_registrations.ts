import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/** Self-registered organizations, with the user who has to verify the address. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table registrations (
      user_id uuid primary key,
      registered_at timestamptz not null,
      warned_at timestamptz,
      warning_id uuid
    )
  `)
  await tenantOwned(trx, 'registrations', { tenantMay: [], withoutReferences: true })
  await tenantReference(trx, 'registrations', 'user_id', 'users')
  await tenantReference(trx, 'registrations', 'warning_id', 'mail_messages', 'set null')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop table registrations')
}
