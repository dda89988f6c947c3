import { mount } from '#core/server/http/mount.ts'
import { calendarOf, listFigureRows } from '../../../shared/server/figures.ts'
import { dashboardsContract } from '../contract.ts'
import { listActivity } from './activity.ts'
import { listAttention } from './attention.ts'
import { getDashboardPanels } from './dashboards.ts'
import { getDashboardFigures, dashboardRows, getTenantFigures } from './figures.ts'
import { getTenantTrends } from './trends.ts'

export const dashboardsRoutes = mount(dashboardsContract, {
  dashboardStats: getDashboardFigures,
  totalSessionsRows: (scope, query) => listFigureRows(scope, dashboardRows.totalSessions, query),
  activeChallengesRows: (scope, query) => listFigureRows(scope, dashboardRows.activeChallenges, query),
  totalStudentsRows: (scope, query) => listFigureRows(scope, dashboardRows.totalStudents, query),
  avgScoreRows: (scope, query) => listFigureRows(scope, dashboardRows.avgScore, query),
  dashboardPanels: getDashboardPanels,
  listAttention,
  tenantStats: getTenantFigures,
  activeSessionsRows: (scope, query) =>
    listFigureRows(scope, dashboardRows.activeSessions, query, { now: scope.core.clock.now() }),
  completedChallengesRows: async (scope, query) =>
    listFigureRows(scope, dashboardRows.completedChallenges, query, await calendarOf(scope)),
  upcomingSessionsRows: async (scope, query) =>
    listFigureRows(scope, dashboardRows.upcomingSessions, query, await calendarOf(scope)),
  tenantTrends: getTenantTrends,
  listActivity,
})
