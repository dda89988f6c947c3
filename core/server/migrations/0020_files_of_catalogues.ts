import type { Knex } from 'knex'
import { PLATFORM_OWNER } from '../database/ownership.ts'

/** Files that a shared catalogue refers to: `(owner, id)` holds the platform's and each organization's apart. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table files
      add column owner uuid not null generated always as (coalesce(tenant_id, '${PLATFORM_OWNER}')) stored,
      add constraint files_owner_id_unique unique (owner, id)
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('alter table files drop column owner')
}
