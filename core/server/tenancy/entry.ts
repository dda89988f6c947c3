import type { TenantStatus } from '#core/contract/tenancy.ts'

/** Facts that every request on an organization's host needs. */
export interface TenantEntry {
  id: string
  name: string
  subdomain: string
  status: TenantStatus
  branding: { accentColor?: string; logoUrl?: string }
  timeZone: string
  /** Languages that its users may choose, where the installation has them. */
  languages: string[]
  /** Language of users whose browser asks for none of them, and of emails to users who have chosen none. */
  defaultLanguage: string
  /** Changes are refused with `subscription.read-only`, but for what an endpoint's `whileReadOnly` lets through. */
  readOnly: boolean
}

export interface TenantDirectory {
  /** null when no organization has the subdomain. */
  bySubdomain: (subdomain: string) => Promise<TenantEntry | null>
}
