import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { HeartHandshake, House } from 'lucide-react'
import { address } from '#core/web/address.ts'
import { part } from '#core/web/plugin.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { childSections, studentTabs } from '../../../shared/web/places.ts'
import { loadZone } from '../../../shared/web/zone.ts'

export const portalRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/parent-portal',
  validateSearch: address.of({
    child: address.id,
    /** Role in which platform staff look at the child. */
    view: address.oneOf(['guardian', 'student']),
  }),
  loader: loadZone,
  component: lazyRouteComponent(() => import('./ParentPortalPage.tsx'), 'ParentPortalPage'),
  staticData: {
    title: 'Parent Portal',
    apps: ['tenant'],
    roles: ['parent'],
    nav: {
      label: 'Parent Portal',
      icon: HeartHandshake,
      order: -1,
      bar: { parent: { order: 0, label: 'Home', icon: House } },
    },
  },
})

export const familyParts = [
  studentTabs({
    id: 'guardians',
    label: 'Guardians',
    order: 30,
    component: part(() => import('./GuardiansTab.tsx'), 'GuardiansTab'),
  }),
  childSections({
    id: 'guardians',
    order: 10,
    component: part(() => import('./ContactsSection.tsx'), 'ContactsSection'),
  }),
]
