import { z } from 'zod'
import { record, referTo } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { conflict, notFound } from '#core/server/errors.ts'
import { lockSession, type LockedSession } from '../../rosters/server/lock-session.ts'
import { leaveSession } from '../../rosters/server/register-students.ts'
import { recordSessionChanges } from '../../rosters/server/session-change.ts'
import type { PlaceAnswer } from '../contract.ts'
import { guardianOf } from './absences.ts'

const updateAccepted = statement(
  z.object({ id: z.string() }),
  `update session_participants set accepted_at = $now, accepted_by_name = $by
    where session_id = $sessionId and student_id = $studentId and status = 'registered' and accepted_at is null
    returning id`,
)

const selectPlace = statement(
  z.object({ isAccepted: z.boolean() }),
  `select accepted_at is not null as "isAccepted" from session_participants
    where session_id = $sessionId and student_id = $studentId and status = 'registered'`,
)

/**
 * Accepts a child's place for a guardian, or declines its place or its spot on the waitlist; a declined place goes to the first
 * student on the waitlist.
 * @throws not-found unless the child has a place, or is waitlisted and declines, forbidden for platform staff, conflict at
 *   `answer` when the session has begun or is canceled
 */
export async function answerPlace(
  scope: TenantScope,
  { id: studentId, sessionId }: { id: string; sessionId: string },
  answer: PlaceAnswer,
): Promise<void> {
  const { name: by } = await guardianOf(scope, studentId)
  const session = await lockSession(scope, sessionId)
  checkOpen(scope, session)
  if (answer === 'decline') return leaveSession(scope, session, studentId, 'declined')
  const of = { sessionId, studentId }
  const [found] = await scope.rows(updateAccepted, { ...of, by, now: scope.core.clock.now() })
  if (!found) {
    const [place] = await scope.rows(selectPlace, of)
    if (!place) throw notFound('Participant')
    return
  }
  await recordSessionChanges(scope, [{ sessionId, kind: 'accepted', studentIds: [studentId] }])
  await record(scope, {
    action: 'session.place-accepted',
    category: 'system',
    description: `Accepted the place of ${referTo('student', studentId)} in ${session.name}`,
    resource: 'session',
    resourceId: sessionId,
    metadata: { studentId },
  })
}

function checkOpen(scope: TenantScope, { status, startDate }: LockedSession): void {
  if (status === 'cancelled') throw conflict('answer', 'This session is cancelled')
  if (status !== 'scheduled' || Date.parse(startDate) <= scope.core.clock.now().getTime()) {
    throw conflict('answer', 'This session has begun already')
  }
}
