import { mount } from '#core/server/http/mount.ts'
import { dashboardsContract } from '../contract.ts'
import { listActivity } from './activity.ts'
import { dashboardFigures, dashboardPanels, tenantFigures } from './dashboards.ts'

export const dashboardsRoutes = mount(dashboardsContract, {
  dashboardStats: dashboardFigures,
  dashboardPanels,
  tenantStats: tenantFigures,
  listActivity: (scope, { query }) => listActivity(scope, query),
})
