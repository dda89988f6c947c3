import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { email, id, instant, requiredText, text } from '#core/contract/fields.ts'
import { amount, currency } from '#core/contract/money.ts'
import { pagingQuery, searchQuery } from '#core/contract/paging.ts'

export const billingIntervals = ['monthly', 'yearly'] as const
export const billingInterval = z.enum(billingIntervals, 'Please select a billing interval')
export type BillingInterval = z.infer<typeof billingInterval>

export const subscriptionStatuses = ['active', 'trialing', 'past_due', 'canceled', 'paused'] as const
export const subscriptionStatus = z.enum(subscriptionStatuses, 'Please select a status')
export type SubscriptionStatus = z.infer<typeof subscriptionStatus>

/** What a plan limits; null is unlimited. */
export interface PlanLimits {
  /** Active users. */
  maxUsers: number | null
  /** Sessions that are not cancelled. */
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

export const subscriptionPlan = z.object({
  id,
  /** A slug, the 'Plan ID' of the form. */
  name: z.string(),
  displayName: z.string(),
  description: z.string(),
  price: z.number(),
  currency: z.string(),
  billingInterval,
  features: z.array(z.string()),
  maxUsers: z.number().int().nullable(),
  maxSessions: z.number().int().nullable(),
  /** Gigabytes. */
  maxStorage: z.number().int().nullable(),
  isActive: z.boolean(),
  sortOrder: z.number().int(),
  /** Somebody has had this plan: it can be deactivated, not deleted. */
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
  maxUsers: limit,
  maxSessions: limit,
  /** Gigabytes. */
  maxStorage: limit,
  isActive: z.boolean().default(true),
  sortOrder: z.number('Not a number').int('Not a whole number').min(0, 'At least 0').max(1_000_000).default(0),
})
export type NewPlan = z.output<typeof newPlan>

/** What is not sent stays as it is; activating and deactivating is a call of its own. */
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
  /** As read before the change: answers 409 when somebody else changed the plan in between. */
  updatedAt: instant.optional(),
})
export type PlanChange = z.output<typeof planChange>

export const planSubscriber = z.object({ id, tenantName: z.string(), status: subscriptionStatus })

/** A row of the subscriptions table (spec part 1, section 3). */
export const subscription = z.object({
  id,
  tenantId: id,
  tenantName: z.string(),
  planId: id,
  planName: z.string(),
  planDisplayName: z.string(),
  status: subscriptionStatus,
  /** Of one billing interval. */
  price: z.number(),
  currency: z.string(),
  billingInterval,
  nextPaymentAt: instant.nullable(),
  currentPeriodStart: instant,
  currentPeriodEnd: instant,
  cancelAtPeriodEnd: z.boolean(),
  /** Where a past-due subscription turns the organization read-only; null in the other states. */
  graceEndsAt: instant.nullable(),
  readOnly: z.boolean(),
  updatedAt: instant,
})
export type Subscription = z.infer<typeof subscription>

/** Only what is sent changes. */
export const subscriptionChange = z.object({
  /** Limits hold at once; the price from the next invoice, except that a plan with a price ends a trial at once. */
  planId: z.uuid('Please select a plan').optional(),
  status: subscriptionStatus.optional(),
  /** Where invoices and reminders go; null is the organization's admin. */
  billingEmail: email().nullable().optional(),
  cancelAtPeriodEnd: z.boolean().optional(),
  /** As read before the change: answers 409 when somebody else changed the subscription in between. */
  updatedAt: instant.optional(),
})
export type SubscriptionChange = z.output<typeof subscriptionChange>

export const subscriptionStats = z.object({
  /** Prices of active subscriptions per month, yearly ones divided by 12, in the default currency. */
  totalRevenue: z.number(),
  activeCount: z.number().int(),
  trialCount: z.number().int(),
  /** Per cent with one decimal: canceled in the last 30 days of those that were there 30 days ago. */
  churnRate: z.number(),
})
export type SubscriptionStats = z.infer<typeof subscriptionStats>

/** What is overdue of a past-due subscription; zeros and nulls when nothing is. */
export const overdue = z.object({
  subscriptionId: id,
  tenantName: z.string(),
  status: subscriptionStatus,
  /** Why it is past due; null when it is not. */
  reason: z.enum(['trial-ended', 'invoice-overdue', 'set-by-hand']).nullable(),
  /** Whole days since it became due. */
  days: z.number().int(),
  /** What recording a payment without an amount would record. */
  amount: z.number(),
  currency: z.string(),
  overdueSince: instant.nullable(),
  graceEndsAt: instant.nullable(),
  readOnly: z.boolean(),
  invoices: z.array(z.object({ id, number: z.string(), dueAt: instant, total: z.number(), open: z.number() })),
  /** Where the reminder goes. */
  billingEmail: z.string(),
  lastRemindedAt: instant.nullable(),
})
export type Overdue = z.infer<typeof overdue>

export const payment = z.object({
  /** Everything that is open by default; pays the oldest invoice first. */
  amount: amount.min(0.01, 'At least 0.01').optional(),
  /** Now by default; not in the future. */
  paidAt: instant.optional(),
})

export const graceExtension = z.object({
  days: z.number('Not a number').int('Not a whole number').min(1, 'At least 1').max(365, 'At most 365'),
})

const superAdmin = { who: ['superadmin'], hosts: 'platform', scope: 'platform' } as const
const byId = z.object({ id })

/** Bytes: 50 features with all that they may say, in any script. */
const PLAN_BODY = 64 * 1024

const plansContract = {
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
    access: superAdmin,
    bodyLimit: PLAN_BODY,
    body: newPlan,
    response: subscriptionPlan,
  }),
  updatePlan: endpoint({
    method: 'PUT',
    path: '/api/subscription-plans/{id}',
    summary: 'Change a plan: limits hold at once, a price from the next invoice of each subscriber',
    access: superAdmin,
    params: byId,
    bodyLimit: PLAN_BODY,
    body: planChange,
    response: subscriptionPlan,
  }),
  setPlanStatus: endpoint({
    method: 'PATCH',
    path: '/api/subscription-plans/{id}/status',
    summary: 'Activate or deactivate a plan; one with subscribers answers 409 until they have been migrated',
    access: superAdmin,
    params: byId,
    body: z.object({ isActive: z.boolean() }),
    response: subscriptionPlan,
  }),
  deletePlan: endpoint({
    method: 'DELETE',
    path: '/api/subscription-plans/{id}',
    summary: 'Delete a plan that nobody ever had',
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
    access: superAdmin,
    params: z.object({ fromPlanId: id, toPlanId: id }),
    response: z.object({ migratedCount: z.number().int() }),
  }),
} as const

const subscriptionsContract = {
  listSubscriptions: endpoint({
    method: 'GET',
    path: '/api/subscriptions',
    summary: 'Subscriptions by name of the organization; `search` looks for a part of it',
    access: superAdmin,
    query: searchQuery.extend({ status: subscriptionStatus.optional() }),
    response: z.array(subscription),
  }),
  subscriptionStats: endpoint({
    method: 'GET',
    path: '/api/subscriptions/stats',
    summary: 'Figures above the subscriptions table',
    access: superAdmin,
    response: subscriptionStats,
  }),
  updateSubscription: endpoint({
    method: 'PUT',
    path: '/api/subscriptions/{id}',
    summary: 'Change plan or status of a subscription',
    access: superAdmin,
    params: byId,
    body: subscriptionChange,
    response: subscription,
  }),
  overdue: endpoint({
    method: 'GET',
    path: '/api/subscriptions/{id}/overdue',
    summary: 'What a subscription owes, since when, and when its grace ends',
    access: superAdmin,
    params: byId,
    response: overdue,
  }),
  remind: endpoint({
    method: 'POST',
    path: '/api/subscriptions/{id}/remind',
    summary: 'Mail a payment reminder, at most one a day',
    access: superAdmin,
    params: byId,
    response: overdue,
  }),
  recordPayment: endpoint({
    method: 'POST',
    path: '/api/subscriptions/{id}/record-payment',
    summary: 'Record a payment by hand; once nothing is overdue, the subscription is active at once',
    access: superAdmin,
    params: byId,
    body: payment,
    response: overdue,
  }),
  extendGrace: endpoint({
    method: 'POST',
    path: '/api/subscriptions/{id}/extend-grace',
    summary: 'Give a past-due subscription more days before its organization is read-only',
    access: superAdmin,
    params: byId,
    body: graceExtension,
    response: overdue,
  }),
} as const

export const billingContract = { ...plansContract, ...subscriptionsContract } as const
