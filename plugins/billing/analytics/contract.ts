import { z } from 'zod'
import { analyticsDay, analyticsQuery } from '#core/contract/analytics.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { id } from '#core/contract/fields.ts'

/** Per cent of a limit from which an organization is near it. */
export const NEAR_PLAN_LIMIT_PERCENT = 80
/** Maximum rows in the chart; the CSV has up to 1,000. */
export const MAX_SHOWN_NEAR_PLAN_LIMIT = 10

/** Bills and subscribers of a step. Amounts are of one currency each. */
export const billingStep = z.object({
  day: analyticsDay,
  /** Totals of invoices issued in the step, excluding void ones, in each currency of the range, the default one first. */
  revenue: z.array(
    z.object({
      currency: z.string(),
      /** Totals of those that are paid by now. */
      paid: z.number(),
      /** Totals of those that are still open. */
      open: z.number(),
    }),
  ),
  started: z.number().int(),
  canceled: z.number().int(),
  /** `canceled` in per cent of the subscriptions at the start of the step; 0 if there were none. */
  churnRate: z.number(),
})
export type BillingStep = z.infer<typeof billingStep>

export const nearPlanLimit = z.object({
  id,
  name: z.string(),
  planName: z.string(),
  resource: z.enum(['users', 'sessions', 'storage']),
  /** Users and sessions are counted, storage is in bytes. */
  amount: z.number().int(),
  limit: z.number().int(),
  /** Per cent of the limit, rounded down. */
  used: z.number().int(),
})
export type NearPlanLimit = z.infer<typeof nearPlanLimit>

const access = { who: ['superadmin'], hosts: 'platform', scope: 'platform' } as const
const csv = { method: 'GET', summary: 'The same as CSV', access, response: 'file' } as const

export const billingAnalyticsContract = {
  billingSteps: endpoint({
    method: 'GET',
    path: '/api/analytics/billing',
    summary: 'Invoices and subscriptions by day, week or month',
    access,
    query: analyticsQuery,
    response: z.array(billingStep),
  }),
  exportBillingSteps: endpoint({ ...csv, path: '/api/analytics/billing/export', query: analyticsQuery }),
  nearPlanLimits: endpoint({
    method: 'GET',
    path: '/api/analytics/plan-limits',
    summary: `Organizations that use ${NEAR_PLAN_LIMIT_PERCENT}% or more of what their plan allows, the fullest first`,
    access,
    response: z.object({ total: z.number().int(), organizations: z.array(nearPlanLimit) }),
  }),
  exportNearPlanLimits: endpoint({ ...csv, path: '/api/analytics/plan-limits/export' }),
} as const
