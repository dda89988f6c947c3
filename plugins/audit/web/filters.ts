import { fold } from '#core/contract/fold.ts'
import { auditRanges } from '../contract.ts'
import type { AuditLog, AuditOrder, AuditRange, auditCategories, auditSeverities } from '../contract.ts'

export type Category = (typeof auditCategories)[number]
export type Severity = (typeof auditSeverities)[number]

export interface Filters {
  search: string
  category: Category | undefined
  severity: Severity | undefined
  /** The last days, or what `from` and `to` say. */
  range: AuditRange | 'custom'
  /** The first instant that counts, and the first that counts no more; each may be left open. */
  from?: string | undefined
  to?: string | undefined
  /** One organization alone, where entries of all are shown. */
  tenantId?: string | undefined
  /** The newest first by default. */
  sort?: AuditOrder | undefined
}

/** Converts filters to the query for the server. */
export function queryOf({ search, category, severity, range, from, to, tenantId, sort }: Filters) {
  const period = range === 'custom' ? { from, to } : { range }
  return {
    category,
    severity,
    search: search || undefined,
    ...(tenantId && { tenantId }),
    ...(sort && { sort }),
    ...period,
  }
}

/** Why the period cannot be asked for; undefined when it can. */
export function periodProblem({ range, from, to }: Filters): string | undefined {
  if (range !== 'custom' || !from || !to || Date.parse(from) < Date.parse(to)) return undefined
  return 'Must be later than the beginning'
}

export const categoryNames: Record<Category, string> = {
  auth: 'Authentication',
  account: 'Account',
  security: 'Security',
  system: 'System',
  billing: 'Billing',
}

export const severityNames: Record<Severity, string> = {
  info: 'Info',
  warning: 'Warning',
  error: 'Error',
  critical: 'Critical',
}

export const orderNames: Record<AuditOrder, string> = {
  '-createdAt': 'Newest first',
  createdAt: 'Oldest first',
}

export const rangeNames: Record<AuditRange | 'custom', string> = {
  '1d': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  custom: 'From … to …',
}

/** True if an entry matches the filters, as the server decides it: for those on screen while others load. */
export function fits(
  act: AuditLog,
  { search, category, severity }: Pick<Filters, 'search' | 'category' | 'severity'>,
): boolean {
  if (category && act.category !== category) return false
  if (severity && act.severity !== severity) return false
  const shown = [
    act.description,
    act.action,
    act.userName,
    act.userEmail,
    act.tenantName,
    act.ipAddress,
    act.resource,
    act.resourceId,
    act.errorMessage,
  ]
  const wanted = fold(search.trim())
  return fold(shown.map((text) => text ?? '').join(' ')).includes(wanted)
}

/** True if an entry is in the chosen period, by the clock of this device. */
export function isWithin(act: AuditLog, { range, from, to }: Filters, now: number): boolean {
  const at = Date.parse(act.createdAt)
  if (range !== 'custom') return at >= now - auditRanges[range] * 24 * 3600 * 1000
  return (!from || at >= Date.parse(from)) && (!to || at < Date.parse(to))
}
