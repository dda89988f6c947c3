import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { LayoutDashboard } from 'lucide-react'
import { tenantHome } from '#core/web/slots.ts'
import { part } from '#core/web/plugin.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { loadZone } from '../../../shared/web/zone.ts'

export const dashboardRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/dashboard',
  loader: loadZone,
  component: lazyRouteComponent(() => import('./DashboardPage.tsx'), 'DashboardPage'),
  staticData: {
    title: 'Dashboard',
    apps: ['platform', 'tenant'],
    roles: { platform: ['tenant_admin'] },
    nav: {
      platform: {
        label: 'Dashboard',
        icon: LayoutDashboard,
        order: 0,
      },
    },
  },
})

export const dashboardParts = [
  tenantHome({
    id: 'tenant-dashboard',
    order: 10,
    roles: ['tenant_admin', 'instructor', 'parent'],
    component: part(() => import('./TenantDashboard.tsx'), 'TenantDashboard'),
  }),
]
