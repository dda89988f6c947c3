import { z } from 'zod'
import { roles, type Role } from '#core/contract/roles.ts'
import type { Scope } from '../core.ts'
import { invalidField } from '../errors.ts'
import { defineEvent, emit } from '../events/events.ts'

/** Acts by which platform staff give, restore or move a person's access to an organization. */
const adminActs = ['added', 'activated', 'address-changed', 'password-reset', 'second-factor-reset'] as const
export type AdminAct = (typeof adminActs)[number]

/** Platform staff gave someone access to an organization, or moved it. */
export const adminAccessGiven = defineEvent(
  'core.admin-access-given',
  z.object({ tenantId: z.uuid(), userId: z.uuid(), role: z.enum(roles), act: z.enum(adminActs), words: z.string() }),
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
 * Asks platform staff for a reason before they give someone the power of an admin, or restore or move access that anyone
 * has to an organization, and announces it. By an account of its people they would see what opens to them with a reason
 * alone: all of it by an admin's, a child's health by a guardian's. Call it for each act that may be one.
 * @throws invalid at `words` for platform staff without a reason
 */
export async function recordAdminAccess(
  scope: Scope,
  { user, act, words = '', isReasonOptional }: AdminAccess,
): Promise<void> {
  const { id: userId, tenantId, role } = user
  if (scope.actor.user?.role !== 'superadmin' || tenantId === null || !act) return
  // A new account of anyone else has no child and no session yet.
  if (act === 'added' && role !== 'tenant_admin') return
  if (words === '' && !isReasonOptional) throw invalidField('words', 'Write why you need to do this')
  await emit(scope, adminAccessGiven, { tenantId, userId, role, act, words }, tenantId)
}

/** The act that a change of an account is. */
export const adminActOf = (change: { role?: Role | undefined; isActive?: boolean | undefined }, isMoved: boolean) =>
  change.role === 'tenant_admin' ? 'added' : change.isActive ? 'activated' : isMoved ? 'address-changed' : undefined
