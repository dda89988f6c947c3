import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { CalendarCheck } from 'lucide-react'
import { shellRoute } from '#core/web/shell/routes.ts'
import { loadZone } from '../../../shared/web/zone.ts'

export const todayRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/today',
  loader: loadZone,
  component: lazyRouteComponent(() => import('./TodayPage.tsx'), 'TodayPage'),
  staticData: {
    title: 'Today',
    offline: true,
    apps: ['platform', 'tenant'],
    roles: ['tenant_admin', 'instructor'],
    nav: {
      label: 'Today',
      icon: CalendarCheck,
      order: -10,
      bar: { tenant_admin: { order: 0 }, instructor: { order: 0 } },
    },
  },
})
