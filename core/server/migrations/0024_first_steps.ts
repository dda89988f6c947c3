import type { Knex } from 'knex'

/** When an organization's admin put the checklist of first steps away for good. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw('alter table tenants add column first_steps_dismissed_at timestamptz')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('alter table tenants drop column first_steps_dismissed_at')
}
