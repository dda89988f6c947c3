import type { Entitlement } from '#core/contract/entitlements.ts'

/** Something that plans limit, and how what an organization has of it is counted. The parts are texts of SQL. */
export interface LimitedResource {
  name: 'users' | 'sessions' | 'storage'
  /** A table with `tenant_id`. */
  from: string
  where: string
  /** An aggregate that answers a bigint. */
  measure: string
  /** The column with the instant whose billing period a row counts in; without it, it counts in all of them. */
  at?: string
}

/** Use by an organization of everything that plans limit. */
export interface Usage {
  /** Active accounts of staff: parents and students are free. */
  users: number
  /** Sessions that start in a billing period. */
  sessions: number
  /** Bytes. */
  storage: number
}

/** Allowance of an organization's plan: counts, and bytes of storage; null is unlimited. */
export interface PlanAllowance extends Record<LimitedResource['name'], number | null> {
  /** Display name. */
  planName: string
}

/** The features that an organization's plan includes, and which other plans include. */
export interface PlanFeatures {
  /** Display name. */
  planName: string
  /** null: everything. */
  included: readonly Entitlement[] | null
  /** Active plans, the smallest first. */
  offers: readonly { planName: string; included: readonly Entitlement[] | null }[]
}

export interface Period {
  start: Date
  /** Exclusive: the next one begins then. */
  end: Date
}

/** A plan to which an organization would move by itself. */
export interface LargerPlan {
  /** Its stable name. */
  name: string
  displayName: string
  /** Formatted: `$149.00/month`. */
  price: string
  /** Instant at which it would take effect. */
  effectiveDate: string
  timeZone: string
  tenantName: string
}

/** Why an organization does not move to a larger plan by itself. */
export type NoUpgrade = 'declined' | 'trial' | 'inactive' | 'announced' | 'no-plan'

/** Remembers the features of organizations' plans. */
export interface FeaturesByTenant {
  /** @param load reads those of an organization that is not remembered */
  of: (tenantId: string, load: () => Promise<PlanFeatures | undefined>) => Promise<PlanFeatures | null>
}
