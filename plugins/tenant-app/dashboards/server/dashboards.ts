import type { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf, viewerOf, viewers, type Viewer } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { seenSessions } from '../../sessions/server/policies.ts'
import { placesTaken } from '../../sessions/server/sessions.ts'
import { seenStudents } from '../../families/server/policies.ts'
import { zoneOf } from '../../server/time-zone.ts'
import { dashboardChallenge, dashboardSession, dashboardStats, tenantStats } from '../contract.ts'
import type { DashboardChallenge, DashboardSession } from '../contract.ts'

type DashboardStats = z.infer<typeof dashboardStats>
type TenantStats = z.infer<typeof tenantStats>

const average = 'coalesce(round(avg(100.0 * score / max_score)), 0)::int'

const figures = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    dashboardStats,
    `select
      (select count(*) from sessions where ${seenSessions(viewer, 'id')}) as "totalSessions",
      (select count(*) from challenges where is_active and ${seenSessions(viewer, 'session_id')}) as "activeChallenges",
      (select count(*) from students where ${seenStudents(viewer, 'id')}) as "totalStudents",
      (select ${average} from scores where ${seenStudents(viewer, 'student_id')}) as "avgScore"`,
  ),
)

/** Figures of the dashboard on an organization's host; for parents those of their children. Zero scores average 0. */
export async function dashboardFigures(scope: TenantScope): Promise<DashboardStats> {
  const [found] = await scope.rows(figures({ viewer: viewerOf(scope) }), callerOf(scope))
  return found ?? { totalSessions: 0, activeChallenges: 0, totalStudents: 0, avgScore: 0 }
}

const figuresOnPlatform = statement(
  tenantStats,
  `with here as (select $now::timestamptz at time zone $zone as now),
    times as (select
      date_trunc('month', now) at time zone $zone as month_start,
      (date_trunc('month', now) + interval '1 month') at time zone $zone as month_end,
      (date_trunc('week', now) + interval '1 week') at time zone $zone as week_end from here)
    select
      (select count(*) from students) as "totalStudents",
      (select count(*) from sessions where status = 'in-progress') as "activeSessions",
      (select count(*) from scores where completed_at >= (select month_start from times)
        and completed_at < (select month_end from times)) as "completedChallenges",
      (select count(*) from sessions where status = 'scheduled' and start_date > $now::timestamptz
        and start_date < (select week_end from times)) as "upcomingSessions"`,
)

/** Figures of the organization's dashboard on the platform. Months and weeks are those of the organization's zone. */
export async function tenantFigures(scope: TenantScope): Promise<TenantStats> {
  const [found] = await scope.rows(figuresOnPlatform, { now: scope.core.clock.now(), zone: await zoneOf(scope) })
  return found ?? { totalStudents: 0, activeSessions: 0, completedChallenges: 0, upcomingSessions: 0 }
}

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
