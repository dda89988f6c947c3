import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '#core/web/shell/routes.ts'
import { loadZone } from '../../../shared/web/zone.ts'

export const runRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sessions/$id/run',
  loader: loadZone,
  component: lazyRouteComponent(() => import('./RunPage.tsx'), 'RunPage'),
  staticData: {
    title: 'Run session',
    apps: ['platform', 'tenant'],
    roles: ['tenant_admin', 'instructor'],
    offline: true,
  },
})
