import { z } from 'zod'
import { record } from '#core/server/audit.ts'
import type { PlatformScope, Scope, TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, notFound } from '#core/server/errors.ts'
import { emit } from '#core/server/events/events.ts'
import { subscriptionsChanged } from '../../shared/server/events.ts'
import type { TenantSubscription } from '../contract.ts'
import { subscriptionOfTenant, tenantSubscription } from './tenant-subscription.ts'

const updateToDeclined = statement(
  z.object({ id: z.string(), planName: z.string() }),
  `update subscriptions s set pending_upgrade_plan_id = null, upgrade_effective_date = null,
        upgrade_notification_sent = false, auto_upgrade_enabled = false,
        updated_at = greatest($1, s.updated_at + interval '1 ms')
       from subscription_plans p where p.id = s.pending_upgrade_plan_id
      returning s.id, p.display_name as "planName"`,
)

/**
 * Withdraws the upgrade that is coming, and has none come by itself from now on.
 * @throws billing.no-upgrade 409 when none is coming, or it has taken effect
 */
export async function declineUpgrade(scope: TenantScope): Promise<TenantSubscription> {
  const [declined] = await scope.rows(updateToDeclined, [scope.core.clock.now().toISOString()])
  if (!declined) throw new AppError('billing.no-upgrade', 409, 'No upgrade is coming')
  await record(scope, {
    action: 'subscription.upgrade-declined',
    category: 'billing',
    description: `Declined the upgrade to ${declined.planName}`,
    resource: 'subscription',
    resourceId: declined.id,
    after: { autoUpgradeEnabled: false },
  })
  await announceChange(scope, declined.id, scope.tenantId)
  return tenantSubscription(scope)
}

const updateAutoUpgrade = statement(
  z.object({ id: z.string() }),
  `update subscriptions s set auto_upgrade_enabled = $2,
        pending_upgrade_plan_id = case when $2 then s.pending_upgrade_plan_id end,
        upgrade_effective_date = case when $2 then s.upgrade_effective_date end,
        upgrade_notification_sent = $2 and s.upgrade_notification_sent,
        updated_at = greatest($3, s.updated_at + interval '1 ms')
      where s.tenant_id = $1 returning s.id`,
)

/**
 * Switches automatic upgrades of an organization on or off; off withdraws the one that is coming.
 * @throws not-found where it has no subscription
 */
async function switchAutomaticUpgrades(scope: Scope, tenantId: string, enabled: boolean): Promise<void> {
  const [switched] = await scope.rows(updateAutoUpgrade, [tenantId, enabled, scope.core.clock.now().toISOString()])
  if (!switched) throw notFound('Subscription')
  await record(scope, {
    action: 'subscription.automatic-upgrades-switched',
    category: 'billing',
    description: `Switched automatic upgrades ${enabled ? 'on' : 'off'}`,
    resource: 'subscription',
    resourceId: switched.id,
    tenantId,
    after: { autoUpgradeEnabled: enabled },
  })
  await announceChange(scope, switched.id, tenantId)
}

async function announceChange(scope: Scope, subscriptionId: string, tenantId: string): Promise<void> {
  await emit(scope, subscriptionsChanged, { subscriptions: [{ subscriptionId, tenantId }] })
}

/** Switches automatic upgrades of the caller's organization. @throws not-found where it has no subscription */
export async function switchOwnUpgrades(scope: TenantScope, enabled: boolean): Promise<TenantSubscription> {
  await switchAutomaticUpgrades(scope, scope.tenantId, enabled)
  return tenantSubscription(scope)
}

/** The same of any organization, for super admins. @throws not-found where it has no subscription */
export async function switchUpgradesOf(
  scope: PlatformScope,
  tenantId: string,
  enabled: boolean,
): Promise<{ subscription: TenantSubscription | null }> {
  await switchAutomaticUpgrades(scope, tenantId, enabled)
  return subscriptionOfTenant(scope, tenantId)
}
