import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { HeartHandshake } from 'lucide-react'
import { address } from '#core/web/address.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { childAnchors, childTabs, type ChildAnchor } from '../../../shared/web/slots.ts'
import { loadZone } from '../../../shared/web/zone.ts'

export const portalRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/parent-portal',
  validateSearch: address.of({
    child: address.id,
    /** Role in which platform staff view the child. */
    view: address.oneOf(['guardian', 'student']),
    tab: address.oneOf(childTabs.map(({ id }) => id)),
    /** Part of the child's page that a link leads to; opens its tab. */
    at: address.oneOf(Object.keys(childAnchors) as ChildAnchor[]),
  }),
  loader: loadZone,
  component: lazyRouteComponent(() => import('./ParentPortalPage.tsx'), 'ParentPortalPage'),
  staticData: {
    title: 'Parent Portal',
    apps: ['tenant'],
    roles: ['parent'],
    reads: ['/api/children'],
    nav: {
      label: 'Parent Portal',
      icon: HeartHandshake,
      order: 1,
      bar: { parent: { order: 5, label: 'Children' } },
    },
  },
})
