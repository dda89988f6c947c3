type AuditCategory = 'auth' | 'account' | 'security' | 'system' | 'billing'
export type AuditSeverity = 'info' | 'warning' | 'error' | 'critical'

export interface AuditEntry {
  /** Stable and for programs: `tenant.created`, at most 100 characters. */
  action: string
  category: AuditCategory
  /** `info` by default. */
  severity?: AuditSeverity
  /** A sentence for people, which names people with `referTo` alone and holds no name of a file. */
  description: string
  /** The kind of thing acted on, and which one. */
  resource?: string
  resourceId?: string
  /** The organization concerned, where that is another than the scope's or the actor's. */
  tenantId?: string | null
  /** Changed fields alone; secrets are redacted before anything is stored. */
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  metadata?: Record<string, unknown>
  /** true by default. */
  success?: boolean
  errorMessage?: string
}
