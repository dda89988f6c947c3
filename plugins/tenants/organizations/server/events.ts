import { z } from 'zod'
import { defineEvent } from '#core/server/events/events.ts'

/** An organization and its admin exist. */
export const organizationCreated = defineEvent(
  'tenants.organization-created',
  z.object({
    tenantId: z.uuid(),
    name: z.string(),
    plan: z.string(),
    status: z.string(),
    adminUserId: z.uuid(),
    adminEmail: z.string(),
  }),
)

/** Suspended, or set to inactive: its users may not sign in. Only platform scopes can listen meanwhile. */
export const organizationSuspended = defineEvent(
  'tenants.organization-suspended',
  z.object({ tenantId: z.uuid(), status: z.enum(['suspended', 'inactive']), reason: z.string().nullable() }),
)

/** The users of the organization may sign in again. */
export const organizationResumed = defineEvent(
  'tenants.organization-resumed',
  z.object({ tenantId: z.uuid(), status: z.enum(['active', 'trial']) }),
)
