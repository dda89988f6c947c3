import { z } from 'zod'
import { roles, type Role } from '#core/contract/roles.ts'
import type { Scope } from '../core.ts'
import { invalidField } from '../errors.ts'
import { defineEvent, emit } from '../events/events.ts'

/** Acts by which platform staff grant, restore or move a user's access to an organization. */
const adminActs = ['added', 'activated', 'address-changed', 'password-reset', 'second-factor-reset'] as const
export type AdminAct = (typeof adminActs)[number]

/** Platform staff gave someone access to an organization, or moved it. */
export const adminAccessGiven = defineEvent(
  'core.admin-access-given',
  z.object({ tenantId: z.uuid(), userId: z.uuid(), role: z.enum(roles), act: z.enum(adminActs), words: z.string() }),
)

interface AdminAccess {
  user: { id: string; tenantId: string | null; role: Role }
  /** Undefined where the change is not one of these acts. */
  act: AdminAct | undefined
  words: string | undefined
  /** The specification's endpoint has no body: the act proceeds without a reason, and the ledger notes that none was given. */
  isReasonOptional?: true
}

/**
 * Asks platform staff for a reason before they make a user an admin, or restore or move a user's access to an
 * organization, and announces the act. With such an account, staff could see data that they otherwise see only with a
 * reason: all data through an admin's account, a child's health through a guardian's. Call it for each act that may be one.
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
