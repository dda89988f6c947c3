import type { Knex } from 'knex'

/** An organization that declines an upgrade withdraws its log at once, and reads or changes nothing else of it. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    grant select (subscription_id, to_plan_id, effective_date, withdrawn_at), update (withdrawn_at)
      on subscription_upgrade_logs to trellis_tenant
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    revoke select (subscription_id, to_plan_id, effective_date, withdrawn_at), update (withdrawn_at)
      on subscription_upgrade_logs from trellis_tenant
  `)
}
