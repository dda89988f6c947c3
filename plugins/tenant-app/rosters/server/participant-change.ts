import type { z } from 'zod'
import { changedFields, record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import type { Participant, participantChange } from '../contract.ts'
import { checkLeads } from '../../sessions/server/leading.ts'
import { getParticipant } from './roster.ts'

const locked = statement(
  'select id from session_participants where session_id = $sessionId and student_id = $studentId for update',
)

const changed = statement(
  `update session_participants set points_earned = $pointsEarned, feedback = $feedback, updated_at = $updatedAt
    where session_id = $sessionId and student_id = $studentId`,
)

const added = statement(`update students set total_points = total_points + $points::int where id = $studentId`)

/**
 * Gives points and feedback. What the points differ by is added to the student's total in the same transaction.
 * @throws not-found, forbidden in another instructor's session, outdated (409) when `updatedAt` is not what it was
 */
export async function updateParticipant(
  scope: TenantScope,
  { id: sessionId, studentId }: { id: string; studentId: string },
  { updatedAt, ...change }: z.output<typeof participantChange>,
): Promise<Participant> {
  await checkLeads(scope, sessionId)
  await scope.rows(locked, { sessionId, studentId })
  const before = await getParticipant(scope, sessionId, studentId)
  refuseOutdated('the points of this student', before.updatedAt, updatedAt)
  const difference = changedFields<typeof change>(before, change)
  if (Object.keys(difference.after).length === 0) return before
  const { pointsEarned, feedback } = { ...before, ...change }
  await scope.rows(changed, {
    sessionId,
    studentId,
    pointsEarned,
    feedback,
    updatedAt: nextVersion(scope.core.clock, before.updatedAt),
  })
  await scope.rows(added, { studentId, points: pointsEarned - before.pointsEarned })
  await record(scope, {
    action: 'session.participant-updated',
    category: 'system',
    description: `Gave ${before.firstName} ${before.lastName} points or feedback`,
    resource: 'session',
    resourceId: sessionId,
    ...difference,
    metadata: { studentId },
  })
  return getParticipant(scope, sessionId, studentId)
}
