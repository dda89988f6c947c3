import { z } from 'zod'
import { tableModel } from '../database/model.ts'

const session = z.object({
  id: z.uuid(),
  tokenHash: z.instanceof(Buffer),
  userId: z.uuid(),
  tenantId: z.uuid().nullable(),
  /** null: on the platform's host. */
  hostSubdomain: z.string().nullable(),
  userAgent: z.string(),
  ipAddress: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  confirmedAt: z.string(),
  /** Identity at a provider that opened it; null for every other way. */
  ssoIdentityId: z.uuid().nullable(),
  /** Session at the provider. */
  ssoSession: z.string().nullable(),
})

/** A device on which a user is signed in. */
export class SessionModel extends tableModel('auth_sessions', session) {}
