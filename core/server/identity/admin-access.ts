import { z } from 'zod'
import type { Role } from '#core/contract/roles.ts'
import type { Scope } from '../core.ts'
import { invalidField } from '../errors.ts'
import { defineEvent, emit } from '../events/events.ts'

/** Acts by which platform staff let a person act as an admin of an organization, or take over the account of one. */
const adminActs = ['added', 'activated', 'address-changed', 'password-reset', 'second-factor-reset'] as const
export type AdminAct = (typeof adminActs)[number]

/** Platform staff gave someone the power of an admin within an organization. */
export const adminAccessGiven = defineEvent(
  'core.admin-access-given',
  z.object({ tenantId: z.uuid(), userId: z.uuid(), act: z.enum(adminActs), words: z.string() }),
)

interface AdminAccess {
  user: { id: string; tenantId: string | null; role: Role }
  /** Undefined where the change is none of them. */
  act: AdminAct | undefined
  words: string | undefined
  /** The specification's call has no body: the act goes on without a reason, and the ledger says that there is none. */
  isReasonOptional?: true
}

/**
 * Asks platform staff for a reason before they give someone the power of an admin, and announces it. By an account of an
 * admin they would see all that opens to them with a reason alone. Call it for each act that may be one.
 * @throws invalid at `words` for platform staff without a reason
 */
export async function recordAdminAccess(
  scope: Scope,
  { user, act, words = '', isReasonOptional }: AdminAccess,
): Promise<void> {
  const { id: userId, tenantId, role } = user
  if (scope.actor.user?.role !== 'superadmin' || role !== 'tenant_admin' || tenantId === null || !act) return
  if (words === '' && !isReasonOptional) throw invalidField('words', 'Write why you need to do this')
  await emit(scope, adminAccessGiven, { tenantId, userId, act, words }, tenantId)
}

/** The act that a change of an account is. */
export const adminActOf = (change: { role?: Role | undefined; isActive?: boolean | undefined }, isMoved: boolean) =>
  change.role === 'tenant_admin' ? 'added' : change.isActive ? 'activated' : isMoved ? 'address-changed' : undefined
