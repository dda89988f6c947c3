import type { PlatformScope, Scope } from '#core/server/core.ts'
import type { BillingInterval } from '../../contract.ts'
import type { PlanLimits } from '../contract.ts'

export interface Plan extends PlanLimits {
  id: string
  name: string
  displayName: string
  /** Minor units of the currency, for one interval. */
  price: number
  currency: string
  billingInterval: BillingInterval
  isActive: boolean
  sortOrder: number
}

const planColumns = `id, name, display_name as "displayName", (price * 100)::bigint as price, currency,
  billing_interval as "billingInterval", max_users as "maxUsers", max_sessions as "maxSessions",
  max_storage as "maxStorage", is_active as "isActive", sort_order as "sortOrder"`

export type Plans = ReadonlyMap<string, Plan>

/** Every plan by its id, in their order. There are few. */
export async function readPlans(scope: Scope): Promise<Plans> {
  const found = await scope.rows<Plan>(
    'billing.plans',
    `select ${planColumns} from subscription_plans order by sort_order, price, id`,
  )
  return new Map(found.map((plan) => [plan.id, plan]))
}

/**
 * Every plan, kept from being deactivated or deleted until the commit: whoever subscribes takes them before the
 * subscription, so that deactivation and subscribing wait for each other and never in a circle. A key share lets
 * others note at the same time that the plan is used.
 */
export async function heldPlans(scope: PlatformScope): Promise<Plans> {
  const found = await scope.rows<Plan>(
    'billing.heldPlans',
    `select ${planColumns} from subscription_plans order by id for key share`,
  )
  return new Map(found.map((plan) => [plan.id, plan]))
}
