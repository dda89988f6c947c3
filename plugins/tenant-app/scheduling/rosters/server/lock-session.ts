import type { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { session } from '../../sessions/contract.ts'
import { seenSessions } from '../../sessions/server/policies.ts'

const lockedSession = session.pick({
  id: true,
  name: true,
  maxParticipants: true,
  startDate: true,
  endDate: true,
  status: true,
})
export type LockedSession = z.infer<typeof lockedSession>

const lockSessionRow = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    lockedSession,
    `select id, name, max_participants as "maxParticipants", start_date as "startDate", end_date as "endDate", status
      from sessions where id = $sessionId and ${seenSessions(viewer, 'id')} for no key update`,
  ),
)

/**
 * Locks a session to the end of the transaction, so that only one transaction at a time gives its places.
 * @throws not-found unless the caller sees it
 */
export async function lockSession(scope: TenantScope, sessionId: string): Promise<LockedSession> {
  const [found] = await scope.rows(lockSessionRow({ viewer: viewerOf(scope) }), { sessionId, ...callerOf(scope) })
  if (!found) throw notFound('Session')
  return found
}
