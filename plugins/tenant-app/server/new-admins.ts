import type { TenantScope } from '#core/server/core.ts'
import { recordView } from '../ledger/server/views.ts'
import { isPlatformStaff } from './roles.ts'

/**
 * Enters into the ledger that platform staff made a user an admin, and notifies the other admins: by an account of their own
 * they would see all that opens to them with a reason alone. Admins of the organization owe no reason.
 * @throws invalid at `words` for platform staff without a reason
 */
export async function recordNewAdmin(scope: TenantScope, personId: string, words: string): Promise<void> {
  if (!isPlatformStaff(scope)) return
  await recordView(scope, { studentId: null, personId, what: 'admin-access', reason: { reason: null, words } })
}
