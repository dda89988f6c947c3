import { z } from 'zod'
import { analyticsDay, analyticsQuery } from '#core/contract/analytics.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { tenantStatus } from '#core/contract/tenancy.ts'

/** Days without any sign-in after which an organization is idle. */
export const IDLE_DAYS = 30
/** Per cent of a limit from which an organization is near it. */
export const NEAR_LIMIT_PERCENT = 80
/** Maximum organizations in a chart; the CSV has up to 1,000. */
export const MAX_SHOWN_ORGANIZATIONS = 10

/** Present organizations and active accounts, by the day of their creation. */
export const growthCount = z.object({
  day: analyticsDay,
  /** At the end of the step. */
  organizations: z.number().int(),
  newOrganizations: z.number().int(),
  users: z.number().int(),
  newUsers: z.number().int(),
})
export type GrowthCount = z.infer<typeof growthCount>

export const idleOrganization = z.object({
  id,
  name: z.string(),
  status: tenantStatus,
  createdAt: instant,
  /** null if no user has ever signed in. */
  lastSignInAt: instant.nullable(),
})
export type IdleOrganization = z.infer<typeof idleOrganization>

export const organizationNearLimit = z.object({
  id,
  name: z.string(),
  /** Active accounts of staff. */
  users: z.number().int(),
  limit: z.number().int(),
  /** Per cent of the limit, rounded down. */
  used: z.number().int(),
})
export type OrganizationNearLimit = z.infer<typeof organizationNearLimit>

export const platformStats = z.object({
  /** Organizations with the status `active`. */
  activeTenants: z.number().int(),
  /** Active users of every organization and of the platform. */
  totalUsers: z.number().int(),
  /** null while no plugin keeps subscriptions. */
  activeSubscriptions: z.number().int().nullable(),
  /** In the default currency; null while no plugin keeps subscriptions. */
  monthlyRevenue: z.number().nullable(),
  /** Revenue in each used currency, the default one first. */
  revenue: z.union([z.array(z.object({ amount: z.number(), currency: z.string() })), z.null()]),
})
export type PlatformStats = z.infer<typeof platformStats>

const series = z.array(z.number())

/**
 * The dashboard's stats at the end of each of the last 30 days, oldest first, the last one now: the present values, less
 * later creations, plus later cancellations. Deletions and other changes are not considered.
 */
export const platformTrends = z.object({
  activeTenants: series,
  totalUsers: series,
  /** null while no plugin keeps subscriptions. */
  activeSubscriptions: z.union([series, z.null()]),
  /** In the first currency of the revenue. */
  monthlyRevenue: z.union([series, z.null()]),
})
export type PlatformTrends = z.infer<typeof platformTrends>

const access = { who: ['superadmin'], hosts: 'platform', scope: 'platform' } as const
const csv = { method: 'GET', summary: 'The same as CSV', access, response: 'file' } as const

export const analyticsContract = {
  platformStats: endpoint({
    method: 'GET',
    path: '/api/dashboard/stats',
    summary: 'Figures of the platform dashboard',
    access,
    response: platformStats,
  }),
  platformTrends: endpoint({
    method: 'GET',
    path: '/api/dashboard/trends',
    summary: 'How the figures of the platform dashboard went over the last 30 days',
    access,
    response: platformTrends,
  }),
  growth: endpoint({
    method: 'GET',
    path: '/api/analytics/growth',
    summary: 'Organizations and users by day, week or month',
    access,
    query: analyticsQuery,
    response: z.array(growthCount),
  }),
  exportGrowth: endpoint({ ...csv, path: '/api/analytics/growth/export', query: analyticsQuery }),
  idleOrganizations: endpoint({
    method: 'GET',
    path: '/api/analytics/idle-organizations',
    summary: `Active organizations without a sign-in for ${IDLE_DAYS} days, the longest first`,
    access,
    response: z.object({ total: z.number().int(), organizations: z.array(idleOrganization) }),
  }),
  exportIdleOrganizations: endpoint({ ...csv, path: '/api/analytics/idle-organizations/export' }),
  organizationsNearLimit: endpoint({
    method: 'GET',
    path: '/api/analytics/organizations-near-limit',
    summary: `Organizations that use ${NEAR_LIMIT_PERCENT}% or more of the users that the settings allow, the fullest first`,
    access,
    response: z.object({ total: z.number().int(), organizations: z.array(organizationNearLimit) }),
  }),
  exportOrganizationsNearLimit: endpoint({ ...csv, path: '/api/analytics/organizations-near-limit/export' }),
} as const
