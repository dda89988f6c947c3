import type { User } from '#core/contract/identity.ts'
import type { TenantStatus } from '#core/contract/tenancy.ts'

/** A signed-in device, with its user. */
export interface Session {
  id: string
  user: User
  hostSubdomain: string | null
  tenantStatus: TenantStatus | null
  tenantReadOnly: boolean
  /** Milliseconds since 1970. */
  openedAt: number
  /** Time at which its user last proved who they are, by signing in or when asked again. Milliseconds since 1970. */
  confirmedAt: number
  /** Milliseconds since 1970; moves with every request of a person, and is written down once a minute. */
  lastSeen: number
}
