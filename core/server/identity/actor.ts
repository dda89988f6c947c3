import type { Role } from '#core/contract/roles.ts'

/** On whose behalf something happens, as audit records and permissions need it. */
export interface Actor {
  /** null for anonymous callers and for the system. */
  user: { id: string; email: string | null; role: Role; tenantId: string | null; name: string } | null
  /** The row in auth_sessions. */
  sessionId: string | null
  ipAddress: string | null
  userAgent: string | null
  requestId: string | null
  /** Token in the cookie of a device that an organization has set up; not checked, and read by endpoints of devices alone. */
  deviceToken?: string
  /** The plan to which the organization may move because of this act, as the caller has agreed. */
  agreedPlan?: string
}

/** Jobs, commands and whatever the platform does by itself. */
export const systemActor: Actor = { user: null, sessionId: null, ipAddress: null, userAgent: null, requestId: null }
