import { z } from 'zod'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { billingInterval } from '../../contract.ts'
import { IS_UPGRADABLE } from './upgrades.ts'

const countUpgrades = statement(
  z.object({ upgradable: z.number(), pending: z.number() }),
  `select count(*) filter (where ${IS_UPGRADABLE}) as upgradable,
            count(*) filter (where pending_upgrade_plan_id is not null) as pending from subscriptions s`,
)

/** Counts subscriptions that a check looks at, and those whose upgrade is announced. */
export async function upgradeFigures(scope: PlatformScope): Promise<{ upgradable: number; pending: number }> {
  const [counted] = await scope.rows(countUpgrades)
  return counted ?? { upgradable: 0, pending: 0 }
}

interface SetUpgrade {
  /** Returned with the announcement. */
  id: string
  subscriptionId: string
  fromPlanId: string
  toPlanId: string
  effectiveDate: string
}

/** A scheduled upgrade, with the data for its announcement to the organization. */
const upgradeNotice = z.object({
  id: z.string(),
  tenantId: z.string(),
  tenantName: z.string(),
  subdomain: z.string(),
  timeZone: z.string(),
  /** Address for billing emails. */
  recipient: z.string(),
  fromPlan: z.string(),
  toPlan: z.string(),
  /** In units of the currency, for one interval. */
  fromPrice: z.number(),
  toPrice: z.number(),
  currency: z.string(),
  billingInterval: billingInterval,
  effectiveDate: z.string(),
})
export type UpgradeToTell = z.infer<typeof upgradeNotice>

const selectUpgradeNotices = statement(
  upgradeNotice,
  `select u.id, s.tenant_id as "tenantId", t.name as "tenantName", t.subdomain, t.time_zone as "timeZone",
            coalesce(s.billing_email, t.admin_email) as recipient, old.display_name as "fromPlan",
            new.display_name as "toPlan", old.price::float8 as "fromPrice", new.price::float8 as "toPrice",
            new.currency, new.billing_interval as "billingInterval", u."effectiveDate"
       from jsonb_to_recordset($1::jsonb) as u (id uuid, "subscriptionId" uuid, "fromPlanId" uuid, "toPlanId" uuid,
              "effectiveDate" timestamptz)
       join subscriptions s on s.id = u."subscriptionId"
       join tenants t on t.id = s.tenant_id
       join subscription_plans old on old.id = u."fromPlanId"
       join subscription_plans new on new.id = u."toPlanId"
      where (s.plan_id = u."fromPlanId" and s.pending_upgrade_plan_id = u."toPlanId") or s.plan_id = u."toPlanId"`,
)

/**
 * Reads, with one query, the notices to organizations about upgrades that were set a while ago. An upgrade that was
 * declined or replaced since is left out; one that has taken effect in the meantime is not.
 */
export function upgradesToTell(scope: PlatformScope, upgrades: readonly SetUpgrade[]): Promise<UpgradeToTell[]> {
  return scope.rows(selectUpgradeNotices, [JSON.stringify(upgrades)])
}
