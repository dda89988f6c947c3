import type { TenantScope } from '#core/server/core.ts'
import { forbidden } from '#core/server/errors.ts'
import { isAdmin } from '../../../shared/server/roles.ts'

/**
 * Checks a change of the instructor, or its removal, after which any instructor may lead the session.
 * @throws forbidden where another instructor than the caller leads one of them, except for admins
 */
export function refuseTaking(scope: TenantScope, sessions: readonly { instructorId: string | null }[]): void {
  const caller = scope.actor.user?.id
  const isOfOthers = sessions.some(({ instructorId }) => instructorId !== null && instructorId !== caller)
  if (!isOfOthers || isAdmin(scope)) return
  throw forbidden('Only the instructor who leads these sessions, or an admin, can give them to another instructor')
}
