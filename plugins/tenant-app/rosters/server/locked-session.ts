import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { forbidden, notFound } from '#core/server/errors.ts'
import { session } from '../../sessions/contract.ts'
import { seenSessions } from '../../sessions/server/policies.ts'
import { ledSessions } from './policies.ts'

const locked = session.pick({
  id: true,
  name: true,
  maxParticipants: true,
  startDate: true,
  endDate: true,
  status: true,
})
export type LockedSession = z.infer<typeof locked>

const lockedStatement = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    locked,
    `select id, name, max_participants as "maxParticipants", start_date as "startDate", end_date as "endDate", status
      from sessions where id = $sessionId and ${seenSessions(viewer, 'id')} for no key update`,
  ),
)

/**
 * A session, held to the end of the transaction, so that its places are given by one at a time.
 * @throws not-found unless the caller sees it
 */
export async function lockSession(scope: TenantScope, sessionId: string): Promise<LockedSession> {
  const [found] = await scope.rows(lockedStatement({ viewer: viewerOf(scope) }), { sessionId, ...callerOf(scope) })
  if (!found) throw notFound('Session')
  return found
}

const leads = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    z.object({ leads: z.boolean() }),
    `select ${ledSessions(viewer, 's.id')} as leads from sessions s
      where s.id = $sessionId and ${seenSessions(viewer, 's.id')}`,
  ),
)

/** @throws not-found unless the caller sees the session, forbidden unless it is the own one or nobody's, or theirs as an admin */
export async function checkLeads(scope: TenantScope, sessionId: string): Promise<void> {
  const [found] = await scope.rows(leads({ viewer: viewerOf(scope) }), { sessionId, ...callerOf(scope) })
  if (!found) throw notFound('Session')
  if (!found.leads) throw forbidden('Another instructor leads this session')
}
