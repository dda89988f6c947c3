import type { TenantScope } from '#core/server/core.ts'
import { callerOf, viewerOf, viewers, type Viewer } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { seenSessions } from '../../sessions/server/policies.ts'
import { placesTaken } from '../../sessions/server/sessions.ts'
import { dashboardChallenge, dashboardSession } from '../contract.ts'
import type { DashboardChallenge, DashboardSession } from '../contract.ts'

const nearest = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    dashboardSession,
    `select s.id, s.name, s.start_date as "startDate", s.end_date as "endDate", s.status, s.location,
        s.max_participants as "maxParticipants", ${placesTaken} as "currentParticipants"
      from (${nearestSessions(viewer)}) s
      order by s.start_date desc, s.id desc`,
  ),
)

const newestChallenges = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    dashboardChallenge,
    `select c.id, c.title, c.difficulty_level as "difficultyLevel", c.max_score as "maxScore", s.name as "sessionName",
        (select count(*)::int from scores r where r.tenant_id = c.tenant_id and r.challenge_id = c.id) as completions
      from challenges c left join sessions s on s.tenant_id = c.tenant_id and s.id = c.session_id
      where c.is_active and ${seenSessions(viewer, 'c.session_id')}
      order by c.created_at desc, c.id desc limit 5`,
  ),
)

interface Panels {
  recentSessions: DashboardSession[]
  activeChallenges: DashboardChallenge[]
}

/** What is going on: the five sessions nearest to now, and the five newest active challenges. */
export async function dashboardPanels(scope: TenantScope): Promise<Panels> {
  const viewer = viewerOf(scope)
  const [recentSessions, activeChallenges] = await Promise.all([
    scope.rows(nearest({ viewer }), { now: scope.core.clock.now(), ...callerOf(scope) }),
    scope.rows(newestChallenges({ viewer }), callerOf(scope)),
  ])
  return { recentSessions, activeChallenges }
}

/** Five on either side of now, read from the index, and of these the five nearest; a cancelled one is no news. */
function nearestSessions(viewer: Viewer): string {
  const side = (comparison: '<=' | '>', order: 'asc' | 'desc') =>
    `(select * from sessions
      where start_date ${comparison} $now::timestamptz and status <> 'cancelled' and ${seenSessions(viewer, 'id')}
      order by start_date ${order} limit 5)`
  return `select * from (${side('<=', 'desc')} union all ${side('>', 'asc')}) near
    order by abs(extract(epoch from start_date - $now::timestamptz)) limit 5`
}
