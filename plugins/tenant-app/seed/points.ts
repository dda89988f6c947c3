import type { Scope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import type { SeededOrganization } from './rows.ts'

const insertSessionPoints = statement(
  `insert into points_entries (tenant_id, student_id, points, reason, source, source_id, session_id, given_by,
        given_by_name, earned_at, created_at)
      select p.tenant_id, p.student_id, p.points_earned, x.name, 'session', x.id, x.id, x.instructor_id, $name,
          x.end_date, x.end_date
        from session_participants p join sessions x on x.tenant_id = p.tenant_id and x.id = p.session_id
        where p.tenant_id = $tenantId and p.points_earned <> 0
          and ($sessionIds::uuid[] is null or p.session_id = any ($sessionIds::uuid[]))`,
)

const insertScorePoints = statement(
  `insert into points_entries (tenant_id, student_id, points, reason, source, source_id, session_id, given_by_name,
        earned_at, created_at)
      select r.tenant_id, r.student_id, r.score, c.title, 'challenge', c.id, r.session_id, $name, r.completed_at,
          r.completed_at
        from scores r join challenges c on c.tenant_id = r.tenant_id and c.id = r.challenge_id
        where r.tenant_id = $tenantId and r.score <> 0`,
)

const updateTotals = statement(
  `update students s set total_points = e.points
      from (select student_id, sum(points)::int as points from points_entries where tenant_id = $tenantId
        and ($sessionIds::uuid[] is null or session_id = any ($sessionIds::uuid[])) group by student_id) e
      where s.tenant_id = $tenantId and s.id = e.student_id`,
)

/** Seeds the ledger of points from sessions and challenges, and each student's total. */
export async function seedPoints(scope: Scope, { id: tenantId, staff }: SeededOrganization): Promise<void> {
  const values = { tenantId, name: staff[0] ?? null }
  await scope.rows(insertSessionPoints, { ...values, sessionIds: null })
  await scope.rows(insertScorePoints, values)
  await scope.rows(updateTotals, { tenantId, sessionIds: null })
}

/** Seeds the points of students who have none but from these sessions. */
export async function seedPointsOfSessions(
  scope: Scope,
  { id: tenantId, staff }: SeededOrganization,
  sessionIds: readonly string[],
): Promise<void> {
  await scope.rows(insertSessionPoints, { tenantId, name: staff[0] ?? null, sessionIds })
  await scope.rows(updateTotals, { tenantId, sessionIds })
}
