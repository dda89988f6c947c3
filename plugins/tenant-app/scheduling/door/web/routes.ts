import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { address } from '#core/web/address.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { loadZone } from '../../../shared/web/zone.ts'

/** Door of a session: who is here, who arrives, and with whom children leave. */
export const doorRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sessions/$id/door',
  validateSearch: address.of({
    /** Child whose release is open. */
    release: address.id,
  }),
  loader: loadZone,
  component: lazyRouteComponent(() => import('./DoorPage.tsx'), 'DoorPage'),
  staticData: { title: 'Door', apps: ['platform', 'tenant'], roles: ['tenant_admin', 'instructor'], offline: true },
})

/** Roll call of a place in an emergency or a drill. */
export const rollCallRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/roll-calls/$id',
  loader: loadZone,
  component: lazyRouteComponent(() => import('./RollCallPage.tsx'), 'RollCallPage'),
  staticData: {
    title: 'Roll call',
    apps: ['platform', 'tenant'],
    roles: ['tenant_admin', 'instructor'],
    offline: true,
  },
})
