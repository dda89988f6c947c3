import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { entitlementKeys, entitlementOf, entitlements, type Entitlement } from '#core/contract/entitlements.ts'
import { id, instant, requiredText, text } from '#core/contract/fields.ts'
import { amount, amountFault, currency } from '#core/contract/money.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { billingInterval, subscriptionStatus } from '../contract.ts'

/** Limits of a plan; null is unlimited. */
export interface PlanLimits {
  /** Active accounts of staff: parents and students are free. */
  maxUsers: number | null
  /** Sessions that start in a billing period and are not canceled. */
  maxSessions: number | null
  /** Gigabytes (1024³ bytes). */
  maxStorage: number | null
}

/** Empty means unlimited. */
const limit = z
  .number('Not a number')
  .int('Not a whole number')
  .min(1, 'At least 1')
  .max(10_000_000, 'At most 10000000')
  .nullable()
  .default(null)

const entitlement = z.enum(entitlementKeys)

export const subscriptionPlan = z.object({
  id,
  /** A slug, the 'Plan ID' of the form. */
  name: z.string(),
  displayName: z.string(),
  description: z.string(),
  price: z.number(),
  currency: z.string(),
  billingInterval,
  /** Words, some of which are titles of entitlements. */
  features: z.array(z.string()),
  /** Enforced features that it includes; null includes all. */
  entitlements: z.array(entitlement).nullable(),
  /** Lines of its card: features and what else it includes, each once. */
  promises: z.array(z.string()),
  maxUsers: z.number().int().nullable(),
  maxSessions: z.number().int().nullable(),
  /** Gigabytes. */
  maxStorage: z.number().int().nullable(),
  isActive: z.boolean(),
  sortOrder: z.number().int(),
  /** True once an organization has had this plan: it can be deactivated, not deleted. */
  everUsed: z.boolean(),
  /** Subscriptions that are not canceled. */
  subscriberCount: z.number().int(),
  createdAt: instant,
  updatedAt: instant,
})
export type SubscriptionPlan = z.infer<typeof subscriptionPlan>

export const newPlan = z.object({
  name: requiredText(50, 'Plan ID is required').regex(
    /^[a-z0-9]+(-[a-z0-9]+)*$/,
    'Use small letters, digits and single hyphens',
  ),
  displayName: requiredText(100, 'Display name is required'),
  description: text(1000).default(''),
  // Before the rules of every amount, whose words for it are others.
  price: z.number('Not a number').min(0, 'Price must be a positive number').pipe(amount).default(0),
  currency: currency.default('USD'),
  billingInterval: billingInterval.default('monthly'),
  features: z.array(requiredText(200, 'A feature cannot be empty')).max(50, 'At most 50 features').default([]),
  /** null includes everything, also what comes with later versions. */
  entitlements: z
    .array(entitlement)
    .max(entitlementKeys.length, 'Name each once')
    .refine((keys) => new Set(keys).size === keys.length, 'Name each once')
    .nullable()
    .default(null),
  maxUsers: limit,
  maxSessions: limit,
  /** Gigabytes. */
  maxStorage: limit,
  isActive: z.boolean().default(true),
  sortOrder: z.number('Not a number').int('Not a whole number').min(0, 'At least 0').max(1_000_000).default(0),
})
export type NewPlan = z.output<typeof newPlan>

/** Refuses a price with more decimals than its currency has. */
export function checkPrice({ value, issues }: z.core.ParsePayload<{ price: number; currency: string }>): void {
  const fault = amountFault(value.price, value.currency)
  if (fault !== undefined) issues.push({ code: 'custom', message: fault, path: ['price'], input: value.price })
}

interface Promised {
  features: readonly string[]
  entitlements: readonly Entitlement[] | null
}

/** Finds the first feature whose words promise what the plan does not include. */
export function missingPromise({
  features,
  entitlements: included,
}: Promised): { index: number; message: string } | null {
  if (included === null) return null
  const index = features.findIndex((words) => {
    const promised = entitlementOf(words)
    return promised !== undefined && !included.includes(promised)
  })
  if (index < 0) return null
  const title = entitlements[entitlementOf(features[index] as string) as Entitlement].title
  return { index, message: `Include “${title}”, or remove this feature` }
}

/** Refuses texts that promise a feature that the plan does not include: its card must be true. */
export function checkPromises({ value, issues }: z.core.ParsePayload<Promised>): void {
  const unkept = missingPromise(value)
  if (!unkept) return
  issues.push({ code: 'custom', message: unkept.message, path: ['features', unkept.index], input: value.features })
}

/** Omitted fields are unchanged; activating and deactivating has its own endpoint. */
export const planChange = z.object({
  ...(Object.fromEntries(
    Object.entries(newPlan.omit({ isActive: true }).shape).map(([name, field]) => [
      name,
      (field instanceof z.ZodDefault ? field.unwrap() : field).optional(),
    ]),
  ) as {
    [K in Exclude<keyof typeof newPlan.shape, 'isActive'>]: z.ZodOptional<
      (typeof newPlan.shape)[K] extends z.ZodDefault<infer Inner> ? Inner : (typeof newPlan.shape)[K]
    >
  }),
  /** Version read before the change: answers 409 when another person changed the plan in between. */
  updatedAt: instant.optional(),
})
export type PlanChange = z.output<typeof planChange>

export const planSubscriber = z.object({ id, tenantName: z.string(), status: subscriptionStatus })

const superAdmin = { who: ['superadmin'], hosts: 'platform', scope: 'platform' } as const
const byId = z.object({ id })

/** Bytes: 50 features with all that they may say, in any script. */
const MAX_PLAN_BYTES = 64 * 1024

export const plansContract = {
  listEntitlements: endpoint({
    method: 'GET',
    path: '/api/subscription-plans/entitlements',
    summary: 'Features that plans can include, of the plugins that are on',
    access: superAdmin,
    response: z.array(z.object({ key: entitlement, title: z.string(), help: z.string() })),
  }),
  listPlans: endpoint({
    method: 'GET',
    path: '/api/subscription-plans',
    summary: 'Subscription plans in their order, inactive ones too',
    access: superAdmin,
    response: z.array(subscriptionPlan),
  }),
  createPlan: endpoint({
    method: 'POST',
    path: '/api/subscription-plans',
    status: 201,
    summary: 'Create a plan',
    audit: 'plan.created',
    access: superAdmin,
    bodyLimit: MAX_PLAN_BYTES,
    body: newPlan.check(checkPrice).check(checkPromises),
    response: subscriptionPlan,
  }),
  updatePlan: endpoint({
    method: 'PUT',
    path: '/api/subscription-plans/{id}',
    summary: 'Change a plan: limits hold at once, a price from the next invoice of each subscriber',
    audit: 'plan.updated',
    unaudited: 'Where nothing differs, nothing is changed',
    access: superAdmin,
    params: byId,
    bodyLimit: MAX_PLAN_BYTES,
    body: planChange,
    response: subscriptionPlan,
  }),
  setPlanStatus: endpoint({
    method: 'PATCH',
    path: '/api/subscription-plans/{id}/status',
    summary: 'Activate or deactivate a plan; one with subscribers answers 409 until they have been migrated',
    audit: ['plan.activated', 'plan.deactivated'],
    unaudited: 'A plan that is so already stays so',
    access: superAdmin,
    params: byId,
    body: z.object({ isActive: z.boolean() }),
    response: subscriptionPlan,
  }),
  deletePlan: endpoint({
    method: 'DELETE',
    path: '/api/subscription-plans/{id}',
    summary: 'Delete a plan that was never used',
    audit: 'plan.deleted',
    access: superAdmin,
    params: byId,
    response: 'none',
  }),
  listSubscribers: endpoint({
    method: 'GET',
    path: '/api/subscription-plans/{id}/subscribers',
    summary: 'Subscriptions of a plan that are not canceled',
    access: superAdmin,
    params: byId,
    query: pagingQuery,
    response: z.array(planSubscriber),
  }),
  migratePlan: endpoint({
    method: 'POST',
    path: '/api/subscription-plans/{fromPlanId}/migrate/{toPlanId}',
    summary: 'Move the subscribers of a plan to another active one that is large enough for each of them',
    audit: 'plan.migrated',
    unaudited: 'Without subscribers, none are moved',
    access: superAdmin,
    params: z.object({ fromPlanId: id, toPlanId: id }),
    response: z.object({ migratedCount: z.number().int() }),
  }),
} as const
