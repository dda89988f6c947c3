import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { forbidden } from '#core/server/errors.ts'
import { isPlatformStaff } from './roles.ts'

const existsRecentView = statement(
  `select from access_ledger where tenant_id = $tenantId and (student_id = $subjectId or person_id = $subjectId) and viewer_id = $caller
    and what = $what and viewed_at > $now::timestamptz - interval '1 hour' limit 1`,
)

/** Names of the data in refusals. */
const names = {
  health: 'health data',
  restrictions: 'restrictions',
  consents: 'consents',
  accommodations: 'accommodations',
}

/**
 * Refuses platform staff an action that reveals data which open to them only with a reason, unless they have opened them within
 * the last hour: even a refused change reveals its data.
 * @throws forbidden
 */
export async function requireOpened(scope: TenantScope, subjectId: string, what: keyof typeof names): Promise<void> {
  if (!isPlatformStaff(scope)) return
  const values = {
    tenantId: scope.tenantId,
    subjectId,
    caller: scope.actor.user?.id,
    what,
    now: scope.core.clock.now(),
  }
  if ((await scope.rows(existsRecentView, values)).length > 0) return
  throw forbidden(`Platform staff open this person’s ${names[what]} first, with a reason, and have an hour from then.`)
}
