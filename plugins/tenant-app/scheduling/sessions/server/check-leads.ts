import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { forbidden, notFound } from '#core/server/errors.ts'
import { ledSessions, seenSessions } from './policies.ts'

const selectLeads = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    z.object({ leads: z.boolean() }),
    `select ${ledSessions(viewer, 's.id')} as leads from sessions s
      where s.id = $sessionId and ${seenSessions(viewer, 's.id')}`,
  ),
)

/** @throws not-found unless the caller sees the session, forbidden unless it is the own one or nobody's, or theirs as an admin */
export async function checkLeads(
  scope: TenantScope,
  sessionId: string,
  message = 'Another instructor leads this session',
): Promise<void> {
  const [found] = await scope.rows(selectLeads({ viewer: viewerOf(scope) }), { sessionId, ...callerOf(scope) })
  if (!found) throw notFound('Session')
  if (!found.leads) throw forbidden(message)
}
