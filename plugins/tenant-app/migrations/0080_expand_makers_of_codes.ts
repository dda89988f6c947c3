import type { Knex } from 'knex'
import { tenantReference } from '#core/server/database/ownership.ts'

/** Names the guardian who made the PIN or card of another adult: it ends with the guardian's rights. */
export async function up(trx: Knex): Promise<void> {
  // The maker of existing codes, and of slips from staff, is unknown.
  await trx.raw('alter table pickup_codes add column made_by uuid')
  await tenantReference(trx, 'pickup_codes', 'made_by', 'users')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('alter table pickup_codes drop column made_by')
}
