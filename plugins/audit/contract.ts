import { z } from 'zod'
import { analyticsDay, analyticsQuery } from '#core/contract/analytics.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, text } from '#core/contract/fields.ts'
import { LIST_CAP, sortBy } from '#core/contract/paging.ts'

export const auditCategories = ['auth', 'account', 'security', 'system', 'billing'] as const
export const auditSeverities = ['info', 'warning', 'error', 'critical'] as const
/** Days back from now (spec part 2, section 9). */
export const auditRanges = { '1d': 1, '7d': 7, '30d': 30, '90d': 90 } as const
export type AuditRange = keyof typeof auditRanges
export const defaultAuditRange: AuditRange = '7d'

/** Days that entries are kept; whole months are dropped once their last day is older. */
export const auditRetentionDays = 400
/** The screen shows as many days, so no one may prune what is younger. */
export const minAuditRetentionDays = 90

const rangeNames = Object.keys(auditRanges) as [AuditRange, ...AuditRange[]]
export const auditRange = z.enum(rangeNames, `Use one of ${rangeNames.join(', ')}`)

/** Orders of entries: the newest first by default. */
export const auditOrder = sortBy(['createdAt'])
export type AuditOrder = z.infer<typeof auditOrder>
export const defaultAuditOrder: AuditOrder = '-createdAt'

/** Something that happened. */
export const auditLog = z.object({
  id,
  action: z.string(),
  description: z.string(),
  category: z.enum(auditCategories),
  severity: z.enum(auditSeverities),
  success: z.boolean(),
  /** null for visitors who were not signed in, and for automatic acts of the platform. */
  userName: z.string().nullable(),
  /** Null, like the IP address, in the view of an organization if the actor is not its own user. */
  userEmail: z.string().nullable(),
  /** The organization concerned, as it was called then. */
  tenantName: z.string().nullable(),
  ipAddress: z.string().nullable(),
  resource: z.string().nullable(),
  resourceId: z.string().nullable(),
  errorMessage: z.string().nullable(),
  /** `before` and `after` hold changed fields; `requestId` finds the request in the server's log. */
  metadata: z.record(z.string(), z.unknown()),
  createdAt: instant,
})
export type AuditLog = z.infer<typeof auditLog>

const filters = {
  category: z.enum(['all', ...auditCategories], `Use one of ${auditCategories.join(', ')}, all`).optional(),
  severity: z.enum(['all', ...auditSeverities], `Use one of ${auditSeverities.join(', ')}, all`).optional(),
  /** 7d when there is none of `from`, `to` and `about`, and the whole log with `about`; with `from` or `to` it counts for nothing. */
  range: auditRange.optional(),
  /** The first instant that counts. */
  from: instant.optional(),
  /** The first instant that counts no more. */
  to: instant.optional(),
  /** Part of what is shown of an entry, its metadata aside; `%` and `_` mean themselves. */
  search: text(200).optional(),
  tenantId: id.optional(),
  /** A user, student or authorized pickup that entries refer to. */
  about: id.optional(),
  sort: auditOrder.optional(),
}

export const auditFilters = z.object(filters)
export type AuditFilters = z.output<typeof auditFilters>

const listQuery = z.object({
  ...filters,
  limit: z.coerce
    .number('Not a number')
    .int('Not a whole number')
    .min(1, 'At least 1')
    .max(LIST_CAP, `At most ${LIST_CAP}`)
    .default(100),
  /** From the `Link` of the page before. */
  cursor: text(200).optional(),
})
export type AuditListQuery = z.output<typeof listQuery>

/** Counted only while audit logging was on. */
export const signInCount = z.object({
  day: analyticsDay,
  successful: z.number().int(),
  /** Wrong passwords, and tries while the account was locked. */
  failed: z.number().int(),
})
export type SignInCount = z.infer<typeof signInCount>

const exportFormat = z.enum(['csv', 'ndjson'], 'Use csv or ndjson').default('csv')

const { tenantId: _everyOrganization, ...ownFilters } = listQuery.shape

/** Entries of an organization, for its own admins. */
export const tenantAuditContract = {
  listTenantAuditLogs: endpoint({
    method: 'GET',
    path: '/api/tenant/audit-logs',
    summary: 'What happened in the organization, newest first unless `sort` says otherwise; the header Link leads on',
    access: { who: ['tenant_admin'], hosts: 'both', scope: 'tenant' },
    query: z.object(ownFilters),
    response: z.array(auditLog),
  }),
  exportTenantAuditLogs: endpoint({
    method: 'GET',
    path: '/api/tenant/audit-logs/export',
    summary:
      'Everything of the organization that fits the filters as CSV or as one JSON object a line; itself recorded',
    rateLimit: 30,
    audit: 'audit.exported',
    access: { who: ['tenant_admin'], hosts: 'both', scope: 'none', needs: 'audit-export' },
    query: z.object({ ...ownFilters, format: exportFormat }).omit({ limit: true, cursor: true }),
    response: 'file',
  }),
} as const

const superAdmin = { who: ['superadmin'], hosts: 'platform' } as const

export const auditContract = {
  listAuditLogs: endpoint({
    method: 'GET',
    path: '/api/audit-logs',
    summary: 'What happened, newest first unless `sort` says otherwise; the header Link leads on',
    access: { ...superAdmin, scope: 'platform' },
    query: listQuery,
    response: z.array(auditLog),
  }),
  auditFigures: endpoint({
    method: 'GET',
    path: '/api/audit-logs/figures',
    summary: 'How much happened in the last 24 hours',
    access: { ...superAdmin, scope: 'platform' },
    response: z.object({
      lastDay: z.number().int(),
      /** Acts of `lastDay` that failed or were refused. */
      failed: z.number().int(),
      critical: z.number().int(),
    }),
  }),
  signIns: endpoint({
    method: 'GET',
    path: '/api/analytics/sign-ins',
    summary: 'Sign-ins that succeeded and failed, by day, week or month',
    access: { ...superAdmin, scope: 'platform' },
    query: analyticsQuery,
    response: z.array(signInCount),
  }),
  exportSignIns: endpoint({
    method: 'GET',
    path: '/api/analytics/sign-ins/export',
    summary: 'The same as CSV',
    access: { ...superAdmin, scope: 'platform' },
    query: analyticsQuery,
    response: 'file',
  }),
  exportAuditLogs: endpoint({
    method: 'GET',
    path: '/api/audit-logs/export',
    summary: 'Everything that fits the filters as CSV or as one JSON object a line; the export is itself recorded',
    rateLimit: 30,
    audit: 'audit.exported',
    access: { ...superAdmin, scope: 'none' },
    query: z.object({ ...filters, format: exportFormat }),
    response: 'file',
  }),
} as const
