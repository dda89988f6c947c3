import { mount } from '#core/server/http/mount.ts'
import { calendarOf, listFigureRows } from '../../server/figures.ts'
import { dashboardsContract } from '../contract.ts'
import { listActivity } from './activity.ts'
import { listAttention } from './attention.ts'
import { dashboardPanels } from './dashboards.ts'
import { dashboardFigures, dashboardRows, tenantFigures } from './figures.ts'
import { tenantTrends } from './trends.ts'

export const dashboardsRoutes = mount(dashboardsContract, {
  dashboardStats: dashboardFigures,
  totalSessionsRows: (scope, query) => listFigureRows(scope, dashboardRows.totalSessions, query),
  activeChallengesRows: (scope, query) => listFigureRows(scope, dashboardRows.activeChallenges, query),
  totalStudentsRows: (scope, query) => listFigureRows(scope, dashboardRows.totalStudents, query),
  avgScoreRows: (scope, query) => listFigureRows(scope, dashboardRows.avgScore, query),
  dashboardPanels,
  listAttention,
  tenantStats: tenantFigures,
  activeSessionsRows: (scope, query) =>
    listFigureRows(scope, dashboardRows.activeSessions, query, { now: scope.core.clock.now() }),
  completedChallengesRows: async (scope, query) =>
    listFigureRows(scope, dashboardRows.completedChallenges, query, await calendarOf(scope)),
  upcomingSessionsRows: async (scope, query) =>
    listFigureRows(scope, dashboardRows.upcomingSessions, query, await calendarOf(scope)),
  tenantTrends,
  listActivity,
})
