import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { addPoints, reversePoints } from '../../../base/points/server/points.ts'
import { getSession } from '../../sessions/server/sessions.ts'

const updatePoints = statement(
  `update session_participants p set points_earned = a.points,
      updated_at = greatest($now::timestamptz, p.updated_at + interval '1 millisecond')
    from jsonb_to_recordset($totals::jsonb) as a ("studentId" uuid, points int)
    where p.session_id = $sessionId and p.student_id = a."studentId"`,
)

interface SessionPoints {
  studentId: string
  points: number
}

/**
 * Sets students' points of a session. Earlier points are reversed; the new ones count at the time of the session. The caller
 * has locked the participants.
 */
export async function setSessionPoints(
  scope: TenantScope,
  sessionId: string,
  totals: readonly SessionPoints[],
): Promise<void> {
  if (totals.length === 0) return
  const now = scope.core.clock.now()
  await scope.rows(updatePoints, { sessionId, totals: JSON.stringify(totals), now })
  const source = { source: 'session', sourceId: sessionId } as const
  const { name, endDate } = await getSession(scope, sessionId)
  const reversals = totals.map(({ studentId }) => ({ studentId, ...source }))
  const reversed = new Map(
    (await reversePoints(scope, reversals, 'changed')).map(({ studentId, earnedAt }) => [studentId, earnedAt]),
  )
  const firstEarnedAt = new Date(Math.min(now.getTime(), Date.parse(endDate)))
  await addPoints(
    scope,
    totals.map(({ studentId, points }) => ({
      studentId,
      ...source,
      points,
      reason: name,
      sessionId,
      earnedAt: reversed.get(studentId) ?? firstEarnedAt,
    })),
  )
}
