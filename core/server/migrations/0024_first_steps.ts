import type { Knex } from 'knex'

/** Time at which an organization's admin dismissed the checklist of first steps permanently. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw('alter table tenants add column first_steps_dismissed_at timestamptz')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('alter table tenants drop column first_steps_dismissed_at')
}
