import { z } from 'zod'
import { record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { authorOf } from '../../../scheduling/door/server/record-events.ts'
import { lockParticipants } from '../../../scheduling/rosters/server/attendance.ts'
import { setSessionPoints } from '../../../scheduling/rosters/server/session-points.ts'
import { checkLeads } from '../../../scheduling/sessions/server/check-leads.ts'
import type { Award, SavedAward } from '../contract.ts'

const MAX_POINTS = 1000

const selectPoints = statement(
  z.object({ studentId: z.uuid(), points: z.number() }),
  `select student_id as "studentId", points_earned as points from session_participants
    where session_id = $sessionId and student_id = any($studentIds::uuid[]) and status = 'registered'`,
)

const selectKnownAwards = statement(
  z.object({ id: z.uuid() }),
  'select id from point_awards where session_id = $sessionId and id = any($ids::uuid[])',
)

const insertAwards = statement(
  `insert into point_awards (id, session_id, student_id, points, given_by, given_by_name, given_at)
    select id, $sessionId, "studentId", points, $by, $name, $now
      from jsonb_to_recordset($awards::jsonb) as a (id uuid, "studentId" uuid, points int)`,
)

/**
 * Adds to what students have earned in a session, between 0 and 1,000 points. An entry that is there already, since its
 * answer was lost, counts once.
 * @throws not-found, forbidden in another instructor's session
 */
export async function givePoints(
  scope: TenantScope,
  sessionId: string,
  awards: readonly Award[],
): Promise<SavedAward[]> {
  await checkLeads(scope, sessionId)
  const studentIds = [...new Set(awards.map(({ studentId }) => studentId))]
  // Locked before they are read: a statement that waits for a lock does not see what was added meanwhile.
  await scope.rows(lockParticipants, { sessionId, studentIds })
  const before = new Map(
    (await scope.rows(selectPoints, { sessionId, studentIds })).map(({ studentId, points }) => [studentId, points]),
  )
  const ids = awards.map(({ id }) => id)
  const known = new Set((await scope.rows(selectKnownAwards, { sessionId, ids })).map(({ id }) => id))
  const once = [...new Map(awards.map((award) => [award.id, award])).values()]
  const fresh = once.filter(({ id, studentId }) => !known.has(id) && before.has(studentId))
  const after = new Map(before)
  for (const { studentId, points } of fresh) {
    after.set(studentId, Math.min(Math.max((after.get(studentId) ?? 0) + points, 0), MAX_POINTS))
  }
  if (fresh.length > 0) {
    const now = scope.core.clock.now()
    await scope.rows(insertAwards, { sessionId, awards: JSON.stringify(fresh), now, ...authorOf(scope) })
    const totals = [...after]
      .filter(([studentId, points]) => points !== before.get(studentId))
      .map(([studentId, points]) => ({ studentId, points }))
    await setSessionPoints(scope, sessionId, totals)
    await record(scope, {
      action: 'session.points-given',
      category: 'system',
      description: 'Gave students points while a session ran',
      resource: 'session',
      resourceId: sessionId,
      metadata: { students: fresh.map(({ studentId, points }) => ({ id: studentId, points })) },
    })
  }
  return awards.map(({ id, studentId }) => ({
    id,
    studentId,
    isSaved: known.has(id) || after.has(studentId),
    pointsEarned: after.get(studentId) ?? 0,
  }))
}
