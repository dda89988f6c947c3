import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { HeartHandshake } from 'lucide-react'
import { address } from '#core/web/address.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { loadZone } from '../../../shared/web/zone.ts'

export const portalRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/parent-portal',
  validateSearch: address.of({
    child: address.id,
    /** Role in which platform staff view the child. */
    view: address.oneOf(['guardian', 'student']),
    /** Part of the child's page that a link leads to. */
    at: address.oneOf(['sessions', 'consents', 'health', 'incidents', 'pickups', 'codes']),
  }),
  loader: loadZone,
  component: lazyRouteComponent(() => import('./ParentPortalPage.tsx'), 'ParentPortalPage'),
  staticData: {
    title: 'Parent Portal',
    apps: ['tenant'],
    roles: ['parent'],
    reads: ['/api/children', '/api/guardians/me'],
    nav: {
      label: 'Parent Portal',
      icon: HeartHandshake,
      order: 1,
      bar: { parent: { order: 5, label: 'Children' } },
    },
  },
})
