import { auditRanges } from '../contract.ts'
import type { AuditLog, AuditRange, auditCategories, auditSeverities } from '../contract.ts'

export type Category = (typeof auditCategories)[number]
export type Severity = (typeof auditSeverities)[number]

export interface Filters {
  search: string
  category: Category | undefined
  severity: Severity | undefined
  range: AuditRange
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

export const rangeNames: Record<AuditRange, string> = {
  '1d': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
}

/** Whether an entry fits what was chosen, as the server decides it: for those on screen while others load. */
export function fits(act: AuditLog, { search, category, severity }: Omit<Filters, 'range'>): boolean {
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
  const wanted = search.trim().toLowerCase()
  return shown
    .map((text) => text ?? '')
    .join(' ')
    .toLowerCase()
    .includes(wanted)
}

/** Whether an entry is as recent as was chosen, by the clock of this device. */
export function isWithin(act: AuditLog, range: AuditRange, now: number): boolean {
  return Date.parse(act.createdAt) >= now - auditRanges[range] * 24 * 3600 * 1000
}
