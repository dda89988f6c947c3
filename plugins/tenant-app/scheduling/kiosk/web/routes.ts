import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { part } from '#core/web/plugin.ts'
import { publicRoute } from '#core/web/shell/routes.ts'
import { organizationSettings } from '#core/web/slots.ts'

/** Route of a tablet at the door, on which no user is signed in. */
export const kioskRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/kiosk',
  component: lazyRouteComponent(() => import('./KioskPage.tsx'), 'KioskPage'),
  staticData: { title: 'Kiosk', apps: ['tenant'], access: 'anyone' },
})

export const kiosksTab = organizationSettings({
  id: 'kiosks',
  label: 'Kiosks',
  group: 'rules',
  order: 47,
  roles: ['tenant_admin'],
  component: part(() => import('./KiosksTab.tsx'), 'KiosksTab'),
})
