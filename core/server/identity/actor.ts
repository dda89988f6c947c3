import type { Role } from '#core/contract/roles.ts'

/** The user or system that performs an act, with the data that audit records and permissions need. */
export interface Actor {
  /** null for anonymous callers and for the system. */
  user: { id: string; email: string | null; role: Role; tenantId: string | null; name: string } | null
  /** The row in auth_sessions. */
  sessionId: string | null
  ipAddress: string | null
  userAgent: string | null
  requestId: string | null
  /** Token in the cookie of a device that an organization has set up; not checked, and read only by endpoints for devices. */
  deviceToken?: string
  /** Token by which the user acts, where there is one. */
  apiToken?: { name: string; visibleId: string }
  /** The plan to which the organization may move through this act, with the caller's consent. */
  agreedPlan?: string
}

/** The actor of jobs, commands and automatic acts of the platform. */
export const systemActor: Actor = { user: null, sessionId: null, ipAddress: null, userAgent: null, requestId: null }
