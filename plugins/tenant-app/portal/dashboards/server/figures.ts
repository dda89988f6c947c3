import type { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { seenStudents } from '../../../base/families/server/policies.ts'
import { beginOf, calendarOf, measureExpression, rowsOf, type Figure } from '../../../shared/server/figures.ts'
import { seenSessions } from '../../../scheduling/sessions/server/policies.ts'
import { isInProgress } from '../../../scheduling/sessions/server/state.ts'
import { dashboardStats, tenantStats } from '../contract.ts'

type DashboardStats = z.infer<typeof dashboardStats>
type TenantStats = z.infer<typeof tenantStats>

const sessionRow = {
  name: 'r.name',
  about: 'r.location',
  at: 'r.start_date',
  sessionId: 'r.id',
}

const studentRow = {
  name: `r.first_name || ' ' || r.last_name`,
  about: `coalesce(r.grade, '')`,
  studentId: 'r.id',
}

const scoreRow = {
  joins: `left join students s on s.tenant_id = r.tenant_id and s.id = r.student_id
    left join challenges c on c.tenant_id = r.tenant_id and c.id = r.challenge_id`,
  name: `s.first_name || ' ' || s.last_name`,
  about: `coalesce(c.title, '')`,
  at: 'r.completed_at',
  amount: 'r.score',
  most: 'r.max_score',
  studentId: 'r.student_id',
}

/** Figures of the dashboard on an organization's host; for parents those of their children. */
const figures = {
  totalSessions: {
    from: 'sessions',
    where: (viewer) => seenSessions(viewer, 'r.id'),
    measure: 'count',
    row: sessionRow,
  },
  activeChallenges: {
    from: 'challenges',
    where: (viewer) => `r.is_active and ${seenSessions(viewer, 'r.session_id')}`,
    measure: 'count',
    row: {
      joins: 'left join sessions s on s.tenant_id = r.tenant_id and s.id = r.session_id',
      name: 'r.title',
      about: `coalesce(s.name, '')`,
      sessionId: 'r.session_id',
    },
  },
  totalStudents: {
    from: 'students',
    where: (viewer) => seenStudents(viewer, 'r.id'),
    measure: 'count',
    row: studentRow,
  },
  avgScore: {
    from: 'scores',
    where: (viewer) => seenStudents(viewer, 'r.student_id'),
    measure: 'percent',
    kept: (viewer) =>
      `select coalesce(round(sum(r.score_percent) / nullif(sum(r.scored), 0)), 0)::int
        from students r where ${seenStudents(viewer, 'r.id')}`,
    row: scoreRow,
  },
} as const satisfies Record<keyof DashboardStats, Figure>

/** Figures of the organization's dashboard on the platform. */
const figuresOnPlatform = {
  totalStudents: figures.totalStudents,
  activeSessions: {
    from: 'sessions',
    where: (viewer) => `${isInProgress('r')} and ${seenSessions(viewer, 'r.id')}`,
    measure: 'count',
    row: sessionRow,
  },
  completedChallenges: {
    from: 'scores',
    where: (viewer) =>
      `r.completed_at >= ${beginOf('month')} and r.completed_at < ${beginOf('month', 'next')}
        and ${seenStudents(viewer, 'r.student_id')}`,
    measure: 'count',
    row: scoreRow,
  },
  upcomingSessions: {
    from: 'sessions',
    where: (viewer) =>
      `r.status = 'scheduled' and r.start_date > $now::timestamptz
        and r.start_date < ${beginOf('week', 'next')} and ${seenSessions(viewer, 'r.id')}`,
    measure: 'count',
    row: sessionRow,
  },
} as const satisfies Record<keyof TenantStats, Figure>

export const dashboardRows = {
  totalSessions: rowsOf(figures.totalSessions),
  activeChallenges: rowsOf(figures.activeChallenges),
  totalStudents: rowsOf(figures.totalStudents),
  avgScore: rowsOf(figures.avgScore),
  activeSessions: rowsOf(figuresOnPlatform.activeSessions),
  completedChallenges: rowsOf(figuresOnPlatform.completedChallenges),
  upcomingSessions: rowsOf(figuresOnPlatform.upcomingSessions),
}

const selectOrganizationStats = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    dashboardStats,
    `select ${measureExpression(figures.totalSessions, viewer)} as "totalSessions",
      ${measureExpression(figures.activeChallenges, viewer)} as "activeChallenges",
      ${measureExpression(figures.totalStudents, viewer)} as "totalStudents", ${measureExpression(figures.avgScore, viewer)} as "avgScore"`,
  ),
)

/** Figures of the dashboard on an organization's host; for parents those of their children. Zero scores average 0. */
export async function getDashboardFigures(scope: TenantScope): Promise<DashboardStats> {
  const [found] = await scope.rows(selectOrganizationStats({ viewer: viewerOf(scope) }), callerOf(scope))
  return found ?? { totalSessions: 0, activeChallenges: 0, totalStudents: 0, avgScore: 0 }
}

const selectTenantStats = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    tenantStats,
    `select ${measureExpression(figuresOnPlatform.totalStudents, viewer)} as "totalStudents",
      ${measureExpression(figuresOnPlatform.activeSessions, viewer)} as "activeSessions",
      ${measureExpression(figuresOnPlatform.completedChallenges, viewer)} as "completedChallenges",
      ${measureExpression(figuresOnPlatform.upcomingSessions, viewer)} as "upcomingSessions"`,
  ),
)

/** Figures of the organization's dashboard on the platform. Months and weeks are those of the organization's zone. */
export async function getTenantFigures(scope: TenantScope): Promise<TenantStats> {
  const values = { ...(await calendarOf(scope)), ...callerOf(scope) }
  const [found] = await scope.rows(selectTenantStats({ viewer: viewerOf(scope) }), values)
  return found ?? { totalStudents: 0, activeSessions: 0, completedChallenges: 0, upcomingSessions: 0 }
}
