import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { email, id, instant } from '#core/contract/fields.ts'
import { amount, currency } from '#core/contract/money.ts'
import { searchQuery, sortBy } from '#core/contract/paging.ts'
import { billingInterval, subscriptionStatus } from '../contract.ts'

/** A row of the subscriptions table (spec part 1, section 3). */
export const subscription = z.object({
  id,
  tenantId: id,
  tenantName: z.string(),
  planId: id,
  planName: z.string(),
  planDisplayName: z.string(),
  status: subscriptionStatus,
  /** Price of one billing interval. */
  price: z.number(),
  currency: z.string(),
  billingInterval,
  nextPaymentAt: instant.nullable(),
  currentPeriodStart: instant,
  currentPeriodEnd: instant,
  cancelAtPeriodEnd: z.boolean(),
  /** Time at which a past-due subscription turns the organization read-only; null in the other states. */
  graceEndsAt: instant.nullable(),
  readOnly: z.boolean(),
  updatedAt: instant,
})
export type Subscription = z.infer<typeof subscription>

/** Omitted fields are unchanged. */
export const subscriptionChange = z.object({
  /** Limits apply at once. A more expensive plan is invoiced for the rest of the period; a plan ends a trial at once. */
  planId: z.uuid('Please select a plan').optional(),
  status: subscriptionStatus.optional(),
  /** Address for invoices and reminders; null is the organization's admin. */
  billingEmail: email().nullable().optional(),
  cancelAtPeriodEnd: z.boolean().optional(),
  /** Value that was read before the change: answers 409 when another user changed the subscription in between. */
  updatedAt: instant.optional(),
})
export type SubscriptionChange = z.output<typeof subscriptionChange>

/** Orders of subscriptions: amounts by currency, and subscriptions without a next payment at the end. */
export const subscriptionOrder = sortBy(['organization', 'amount', 'nextPayment'])
export type SubscriptionOrder = z.infer<typeof subscriptionOrder>

export const subscriptionStats = z.object({
  /** Monthly amount that active subscriptions are invoiced, yearly prices divided by 12, in the default currency. */
  totalRevenue: z.number(),
  /** The same in each currency that there is, the default one first. */
  revenue: z.array(z.object({ amount: z.number(), currency: z.string() })),
  activeCount: z.number().int(),
  trialCount: z.number().int(),
  /** Per cent with one decimal: canceled in the last 30 days of those that were there 30 days ago. */
  churnRate: z.number(),
})
export type SubscriptionStats = z.infer<typeof subscriptionStats>

/** Overdue amounts of a past-due subscription; zeros and nulls when nothing is. */
export const overdue = z.object({
  subscriptionId: id,
  tenantName: z.string(),
  status: subscriptionStatus,
  /** Why it is past due; null when it is not. */
  reason: z.enum(['trial-ended', 'invoice-overdue', 'set-by-hand']).nullable(),
  /** Whole days since it became due. */
  days: z.number().int(),
  /** Open in the currency of the oldest invoice; that of a first payment where there is none. */
  amount: z.number(),
  currency: z.string(),
  /** The same for each currency in which something is open: what recording a payment without an amount would record. */
  amounts: z.array(z.object({ amount: z.number(), currency: z.string() })),
  overdueSince: instant.nullable(),
  graceEndsAt: instant.nullable(),
  readOnly: z.boolean(),
  invoices: z.array(
    z.object({ id, number: z.string(), dueAt: instant, currency: z.string(), total: z.number(), open: z.number() }),
  ),
  /** Address to which the reminder goes. */
  billingEmail: z.string(),
  lastRemindedAt: instant.nullable(),
})
export type Overdue = z.infer<typeof overdue>

export const payment = z.object({
  /** Everything that is open in the currency by default; pays the oldest invoice first. */
  amount: amount.optional(),
  /** That of the open invoices by default, where they have one alone. */
  currency: currency.optional(),
  /** Now by default; not in the future. */
  paidAt: instant.optional(),
})

export const graceExtension = z.object({
  days: z.number('Not a number').int('Not a whole number').min(1, 'At least 1').max(365, 'At most 365'),
})

const superAdmin = { who: ['superadmin'], hosts: 'platform', scope: 'platform' } as const
const byId = z.object({ id })

export const subscriptionsContract = {
  listSubscriptions: endpoint({
    method: 'GET',
    path: '/api/subscriptions',
    summary: 'Subscriptions, by name of the organization unless `sort` says otherwise; `search` looks for a part of it',
    access: superAdmin,
    query: searchQuery.extend({ status: subscriptionStatus.optional(), sort: subscriptionOrder.optional() }),
    response: z.array(subscription),
  }),
  exportSubscriptions: endpoint({
    method: 'GET',
    path: '/api/subscriptions/export',
    summary: 'All subscriptions that fit the filters as CSV; the export is itself recorded',
    rateLimit: 30,
    audit: 'subscription.exported',
    access: { ...superAdmin, scope: 'none' },
    query: z.object({ search: searchQuery.shape.search, status: subscriptionStatus.optional() }),
    response: 'file',
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
    audit: 'subscription.updated',
    unaudited: 'Where nothing differs, nothing is changed',
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
    summary: 'Email a payment reminder, at most one a day',
    audit: 'subscription.reminded',
    access: superAdmin,
    params: byId,
    response: overdue,
  }),
  recordPayment: endpoint({
    method: 'POST',
    path: '/api/subscriptions/{id}/record-payment',
    summary: 'Record a payment by hand; once nothing is overdue, the subscription is active at once',
    audit: 'payment.recorded',
    access: superAdmin,
    params: byId,
    body: payment,
    response: overdue,
  }),
  extendGrace: endpoint({
    method: 'POST',
    path: '/api/subscriptions/{id}/extend-grace',
    summary: 'Give a past-due subscription more days before its organization is read-only',
    audit: 'subscription.grace-extended',
    access: superAdmin,
    params: byId,
    body: graceExtension,
    response: overdue,
  }),
} as const
