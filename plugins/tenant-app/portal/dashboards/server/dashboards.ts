import type { TenantScope } from '#core/server/core.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { ledSessions, seenSessions } from '../../../scheduling/sessions/server/policies.ts'
import { placesTaken } from '../../../scheduling/sessions/server/sessions.ts'
import { dashboardChallenge, dashboardSession } from '../contract.ts'
import type { DashboardChallenge, DashboardSession } from '../contract.ts'

const columns = `s.id, s.name, s.start_date as "startDate", s.end_date as "endDate", s.status, s.location,
  s.max_participants as "maxParticipants", ${placesTaken} as "currentParticipants"`

// Without a least start every session of the past would be read for its end.
const selectNextSessions = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    dashboardSession,
    `select ${columns} from sessions s
      where s.end_date > $now::timestamptz and s.start_date > $now::timestamptz - interval '31 days' and s.status in ('scheduled', 'in-progress')
        and ${viewer === 'instructor' ? ledSessions(viewer, 's.id') : seenSessions(viewer, 's.id')}
      order by s.start_date, s.id limit 5`,
  ),
)

const selectRecentSessions = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    dashboardSession,
    `select ${columns} from sessions s
      where s.start_date <= $now::timestamptz and (s.end_date <= $now::timestamptz or s.status = 'completed')
        and s.status <> 'cancelled' and ${seenSessions(viewer, 's.id')}
      order by s.start_date desc, s.id desc limit 5`,
  ),
)

const selectNewestChallenges = variants({ viewer: viewers }, ({ viewer }) =>
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
  nextSessions: DashboardSession[]
  recentSessions: DashboardSession[]
  activeChallenges: DashboardChallenge[]
}

/**
 * Reads running and upcoming sessions, recent ones, and the newest active challenges: five of each. A
 * cancelled session is no news.
 */
export async function getDashboardPanels(scope: TenantScope): Promise<Panels> {
  const viewer = viewerOf(scope)
  const values = { now: scope.core.clock.now(), ...callerOf(scope) }
  const [nextSessions, recentSessions, activeChallenges] = await Promise.all([
    scope.rows(selectNextSessions({ viewer }), values),
    scope.rows(selectRecentSessions({ viewer }), values),
    scope.rows(selectNewestChallenges({ viewer }), callerOf(scope)),
  ])
  return { nextSessions, recentSessions, activeChallenges }
}
