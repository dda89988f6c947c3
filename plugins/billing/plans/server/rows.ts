import { z } from 'zod'
import type { PlatformScope, Scope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { entitlementKeys } from '#core/contract/entitlements.ts'
import { billingInterval } from '../../contract.ts'
import { Money } from '../../shared/server/money.ts'

/** The plan by whose name a subscription begins as a trial. */
export const TRIAL_PLAN = 'trial'

const planRow = z.object({
  id: z.string(),
  name: z.string(),
  displayName: z.string(),
  /** For one interval, as a decimal. */
  price: z.string(),
  currency: z.string(),
  billingInterval,
  /** The next three as PlanLimits has them. */
  maxUsers: z.number().nullable(),
  maxSessions: z.number().nullable(),
  maxStorage: z.number().nullable(),
  /** null: everything. */
  entitlements: z.array(z.enum(entitlementKeys)).nullable(),
  isActive: z.boolean(),
  sortOrder: z.number(),
})

/** With its price for one interval. */
export interface Plan extends Omit<z.infer<typeof planRow>, 'price'> {
  price: Money
}

const withPrice = (row: z.infer<typeof planRow>): Plan => ({ ...row, price: Money.of(row.price, row.currency) })

const planColumns = `id, name, display_name as "displayName", price::text as price, currency,
  billing_interval as "billingInterval", max_users as "maxUsers", max_sessions as "maxSessions",
  max_storage as "maxStorage", entitlements, is_active as "isActive", sort_order as "sortOrder"`

/** True for a plan that costs nothing and goes on; the trial costs nothing and ends. */
export const isFree = ({ name, price }: Pick<Plan, 'name' | 'price'>) => price.isZero && name !== TRIAL_PLAN

export type Plans = ReadonlyMap<string, Plan>

const selectPlans = statement(planRow, `select ${planColumns} from subscription_plans order by sort_order, price, id`)

const lockPlans = statement(planRow, `select ${planColumns} from subscription_plans order by id for key share`)

/** Every plan by its id, in their order. There are few. */
export async function readPlans(scope: Scope): Promise<Plans> {
  const found = await scope.rows(selectPlans)
  return new Map(found.map((row) => [row.id, withPrice(row)]))
}

/**
 * Locks all plans against deactivation and deletion until the commit: subscribing takes them before the
 * subscription, so that deactivation and subscribing wait for each other and never in a circle. A key share lets
 * others note at the same time that the plan is used.
 */
export async function lockedPlans(scope: PlatformScope): Promise<Plans> {
  const found = await scope.rows(lockPlans)
  return new Map(found.map((row) => [row.id, withPrice(row)]))
}
