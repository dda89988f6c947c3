import type { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { childrenOf, parentOf } from '../../families/server/children.ts'
import { placesTaken } from '../../sessions/server/sessions.ts'
import { zoneOf } from '../../server/time-zone.ts'
import type { DashboardChallenge, DashboardSession, dashboardStats, tenantStats } from '../contract.ts'

type DashboardStats = z.infer<typeof dashboardStats>
type TenantStats = z.infer<typeof tenantStats>

const average = 'coalesce(round(avg(100.0 * score / max_score)), 0)::int'

/** Figures of the dashboard on an organization's host; for parents those of their children. Zero scores average 0. */
export async function dashboardFigures(scope: TenantScope): Promise<DashboardStats> {
  const parent = parentOf(scope)
  const [figures] = parent
    ? await scope.rows<DashboardStats>(
        'dashboard.figuresOfParent',
        `with children as (${childrenOf('$1')}),
          theirs as (select distinct session_id from session_participants
            where status <> 'cancelled' and student_id in (select student_id from children))
          select
            (select count(*) from theirs) as "totalSessions",
            (select count(*) from challenges where is_active and session_id in (select session_id from theirs)) as "activeChallenges",
            (select count(*) from children) as "totalStudents",
            (select ${average} from scores where student_id in (select student_id from children)) as "avgScore"`,
        [parent],
      )
    : await scope.rows<DashboardStats>(
        'dashboard.figures',
        `select
          (select count(*) from sessions) as "totalSessions",
          (select count(*) from challenges where is_active) as "activeChallenges",
          (select count(*) from students) as "totalStudents",
          (select ${average} from scores) as "avgScore"`,
      )
  return figures ?? { totalSessions: 0, activeChallenges: 0, totalStudents: 0, avgScore: 0 }
}

/** Figures of the organization's dashboard on the platform. Months and weeks are those of the organization's zone. */
export async function tenantFigures(scope: TenantScope): Promise<TenantStats> {
  const [figures] = await scope.rows<TenantStats>(
    'dashboard.tenantFigures',
    `with here as (select $1::timestamptz at time zone $2 as now),
      times as (select
        date_trunc('month', now) at time zone $2 as month_start,
        (date_trunc('month', now) + interval '1 month') at time zone $2 as month_end,
        (date_trunc('week', now) + interval '1 week') at time zone $2 as week_end from here)
      select
        (select count(*) from students) as "totalStudents",
        (select count(*) from sessions where status = 'in-progress') as "activeSessions",
        (select count(*) from scores where completed_at >= (select month_start from times)
          and completed_at < (select month_end from times)) as "completedChallenges",
        (select count(*) from sessions where status = 'scheduled' and start_date > $1::timestamptz
          and start_date < (select week_end from times)) as "upcomingSessions"`,
    [scope.core.clock.now(), await zoneOf(scope)],
  )
  return figures ?? { totalStudents: 0, activeSessions: 0, completedChallenges: 0, upcomingSessions: 0 }
}

interface Panels {
  recentSessions: DashboardSession[]
  activeChallenges: DashboardChallenge[]
}

/** What is going on: the five sessions nearest to now, and the five newest active challenges. */
export async function dashboardPanels(scope: TenantScope): Promise<Panels> {
  const parent = parentOf(scope)
  const theirs = `(select session_id from session_participants
    where status <> 'cancelled' and student_id in (${childrenOf('$2')}))`
  const kind = parent ? 'OfParent' : ''
  const concerned = parent ? [parent] : []
  const [recentSessions, activeChallenges] = await Promise.all([
    scope.rows<DashboardSession>(
      `dashboard.sessions${kind}`,
      `select s.id, s.name, s.start_date as "startDate", s.end_date as "endDate", s.status, s.location,
          s.max_participants as "maxParticipants", ${placesTaken} as "currentParticipants"
        from (${nearestSessions(parent ? `and id in ${theirs}` : '')}) s
        order by s.start_date desc, s.id desc`,
      [scope.core.clock.now(), ...concerned],
    ),
    scope.rows<DashboardChallenge>(
      `dashboard.challenges${kind}`,
      `select c.id, c.title, c.difficulty_level as "difficultyLevel", c.max_score as "maxScore", s.name as "sessionName",
          (select count(*)::int from scores r where r.tenant_id = c.tenant_id and r.challenge_id = c.id) as completions
        from challenges c left join sessions s on s.tenant_id = c.tenant_id and s.id = c.session_id
        where c.is_active ${parent ? `and c.session_id in ${theirs}` : ''}
        order by c.created_at desc, c.id desc limit $1`,
      [5, ...concerned],
    ),
  ])
  return { recentSessions, activeChallenges }
}

/** Five on either side of now ($1), read from the index, and of these the five nearest; a cancelled one is no news. */
function nearestSessions(condition: string): string {
  const side = (comparison: '<=' | '>', order: 'asc' | 'desc') =>
    `(select * from sessions where start_date ${comparison} $1::timestamptz and status <> 'cancelled' ${condition}
      order by start_date ${order} limit 5)`
  return `select * from (${side('<=', 'desc')} union all ${side('>', 'asc')}) near
    order by abs(extract(epoch from start_date - $1::timestamptz)) limit 5`
}
