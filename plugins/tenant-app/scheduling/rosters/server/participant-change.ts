import type { z } from 'zod'
import { changedFields, record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import type { Participant, participantChange } from '../contract.ts'
import { checkLeads } from '../../sessions/server/check-leads.ts'
import { getParticipant } from './roster.ts'
import { setSessionPoints } from './session-points.ts'

const lockParticipant = statement(
  'select id from session_participants where session_id = $sessionId and student_id = $studentId for update',
)

const updateParticipantRow = statement(
  `update session_participants set feedback = $feedback, updated_at = $updatedAt
    where session_id = $sessionId and student_id = $studentId`,
)

/**
 * Saves points and feedback. Earlier points are reversed; the new ones count at the time of the session.
 * @throws not-found, forbidden in another instructor's session, outdated (409) when `updatedAt` differs
 */
export async function updateParticipant(
  scope: TenantScope,
  { id: sessionId, studentId }: { id: string; studentId: string },
  { updatedAt, ...change }: z.output<typeof participantChange>,
): Promise<Participant> {
  await checkLeads(scope, sessionId)
  await scope.rows(lockParticipant, { sessionId, studentId })
  const before = await getParticipant(scope, sessionId, studentId)
  refuseOutdated('the points of this student', before.updatedAt, updatedAt)
  const difference = changedFields<typeof change>(before, change)
  if (Object.keys(difference.after).length === 0) return before
  const { pointsEarned, feedback } = { ...before, ...change }
  await scope.rows(updateParticipantRow, {
    sessionId,
    studentId,
    feedback,
    updatedAt: nextVersion(scope.core.clock, before.updatedAt),
  })
  if (pointsEarned !== before.pointsEarned)
    await setSessionPoints(scope, sessionId, [{ studentId, points: pointsEarned }])
  await record(scope, {
    action: 'session.participant-updated',
    category: 'system',
    description: 'Gave a student points or feedback',
    resource: 'session',
    resourceId: sessionId,
    ...difference,
    metadata: { studentId },
  })
  return getParticipant(scope, sessionId, studentId)
}
