import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { address } from '#core/web/address.ts'
import { organizationSettings } from '#core/web/slots.ts'
import { part } from '#core/web/plugin.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { loadZone } from '../../../shared/web/zone.ts'

export const concernsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/concerns',
  validateSearch: address.of({ page: address.page }),
  loader: loadZone,
  component: lazyRouteComponent(() => import('./ConcernsPage.tsx'), 'ConcernsPage'),
  staticData: { title: 'Record a concern', apps: ['tenant'], roles: { tenant: ['tenant_admin', 'instructor'] } },
})

export const concernParts = [
  organizationSettings({
    id: 'safeguarding',
    label: 'Safeguarding',
    group: 'rules',
    order: 48,
    roles: ['tenant_admin'],
    component: part(() => import('./SafeguardingTab.tsx'), 'SafeguardingTab'),
  }),
]
