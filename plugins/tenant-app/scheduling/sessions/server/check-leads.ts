import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { forbidden, notFound } from '#core/server/errors.ts'
import { ledMeetings, ledSessions, ownedSessions, seenSessions } from './policies.ts'

const IS_OF_ANOTHER = 'Another instructor leads this session'

const selectRights = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    z.object({ leads: z.boolean(), owns: z.boolean() }),
    `select ${ledSessions(viewer, 's.id')} as leads, ${ownedSessions(viewer, 's.id')} as owns from sessions s
      where s.id = $sessionId and ${seenSessions(viewer, 's.id')}`,
  ),
)

async function rightsTo(scope: TenantScope, sessionId: string) {
  const [found] = await scope.rows(selectRights({ viewer: viewerOf(scope) }), { sessionId, ...callerOf(scope) })
  if (!found) throw notFound('Session')
  return found
}

/**
 * Checks that the caller runs a session: the own one, one of which the caller leads a day, one without an instructor, or any as
 * an admin.
 * @throws not-found unless the caller sees the session, forbidden
 */
export async function checkLeads(scope: TenantScope, sessionId: string, message = IS_OF_ANOTHER): Promise<void> {
  if (!(await rightsTo(scope, sessionId)).leads) throw forbidden(message)
}

/**
 * Checks that the caller is responsible for a session, which the instructor of a single day is not.
 * @throws not-found unless the caller sees the session, forbidden
 */
export async function checkOwns(scope: TenantScope, sessionId: string, message = IS_OF_ANOTHER): Promise<void> {
  if (!(await rightsTo(scope, sessionId)).owns) throw forbidden(message)
}

const selectLeadsMeeting = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    z.object({ leads: z.boolean() }),
    `select ${ledMeetings(viewer, 'm.id')} as leads from session_meetings m where m.id = $meetingId`,
  ),
)

/** @throws forbidden unless the caller is responsible for the session of a meeting, or leads that day of it */
export async function checkLeadsMeeting(scope: TenantScope, meetingId: string): Promise<void> {
  const [found] = await scope.rows(selectLeadsMeeting({ viewer: viewerOf(scope) }), { meetingId, ...callerOf(scope) })
  if (!found?.leads) throw forbidden('Another instructor leads this day')
}
