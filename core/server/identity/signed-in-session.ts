import type { User } from '#core/contract/identity.ts'
import type { Host, TenantStatus } from '#core/contract/tenancy.ts'

/** API token in whose name a call is made. */
export interface UsedApiToken {
  name: string
  /** The beginning of the token, which may be seen. */
  visibleId: string
  /** Scopes such as `sessions:read`. */
  scopes: ReadonlySet<string>
  /** False where the organization lets users of this role use none. */
  isAllowed: boolean
}

/** A signed-in device, or an API token in its place, with its user. */
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
  /** Set for calls by token, whose `id` is that of the token. */
  apiToken?: UsedApiToken
}

export interface ApiTokens {
  /** True if this node knows without a look-up whether the token counts. */
  isKnown: (token: string) => boolean
  /** The person of a token on this host, as a session; null when it was revoked, has expired, or is of another host. */
  find: (token: string, host: Host) => Promise<Session | null>
}

/** Identity at a provider that opened a session, and the provider's own session where it names it. */
export interface SsoOrigin {
  identityId: string
  session: string | null
}
