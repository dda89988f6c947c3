import type { Knex } from 'knex'

/**
 * The platform's limits hold beside those of plans from now on. Where organizations have subscribed to plans that allow
 * more, these limits are raised, so that no organization loses what its plan allows.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw('set local role trellis_operator')
  await trx.raw(`
    with sold as (
      select max(coalesce(p.max_users, 10000000)) as users, max(coalesce(p.max_sessions, 10000000)) as sessions,
          max(coalesce(p.max_storage::bigint * 1024, 100000000)) as storage
        from subscription_plans p where exists (select from subscriptions s where s.plan_id = p.id)
    )
    update global_settings g set "values" = g."values" || jsonb_build_object(
        'maxUsersPerTenant', greatest((g."values"->>'maxUsersPerTenant')::bigint, 100, sold.users),
        'maxSessionsPerTenant', greatest((g."values"->>'maxSessionsPerTenant')::bigint, 50, sold.sessions),
        'maxStoragePerTenantMB',
          least(greatest((g."values"->>'maxStoragePerTenantMB')::bigint, 1024, sold.storage), 100000000))
      from sold where sold.users is not null and jsonb_typeof(g."values") = 'object'
  `)
  await trx.raw('reset role')
}

/** Limits that were raised are no harm to a version that does not look at them. */
export async function down(): Promise<void> {
  await Promise.resolve()
}
