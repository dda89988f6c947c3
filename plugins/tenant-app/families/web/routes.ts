import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { HeartHandshake } from 'lucide-react'
import { z } from 'zod'
import { shellRoute } from '#core/web/shell/routes.ts'
import { loadZone } from '../../web/zone.ts'

export const portalRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/parent-portal',
  // A value that was tampered with is as good as none.
  validateSearch: z.object({ child: z.uuid().optional().catch(undefined) }),
  loader: loadZone,
  component: lazyRouteComponent(() => import('./ParentPortalPage.tsx'), 'ParentPortalPage'),
  staticData: {
    title: 'Parent Portal',
    apps: ['tenant'],
    roles: ['parent'],
    nav: { label: 'Parent Portal', icon: HeartHandshake, order: 35 },
  },
})
