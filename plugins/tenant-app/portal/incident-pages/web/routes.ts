import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { address } from '#core/web/address.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { loadZone } from '../../../shared/web/zone.ts'
import { incidentFilters, incidentKinds } from '../../../care/incidents/contract.ts'

export const incidentsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/incidents',
  validateSearch: address.of({
    search: address.text(),
    status: address.oneOf(incidentFilters),
    kind: address.oneOf(incidentKinds),
    page: address.page,
  }),
  loader: loadZone,
  component: lazyRouteComponent(() => import('./IncidentsPage.tsx'), 'IncidentsPage'),
  staticData: {
    apps: ['tenant'],
    roles: { tenant: ['tenant_admin', 'instructor'] },
    title: 'Incidents',
    nav: { label: 'Incidents', icon: TriangleAlert, order: 15.8, group: 'program' },
  },
})

export const newIncidentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/incidents/new',
  validateSearch: address.of({ student: address.id, session: address.id }),
  loader: loadZone,
  component: lazyRouteComponent(() => import('./NewIncidentPage.tsx'), 'NewIncidentPage'),
  staticData: {
    apps: ['tenant'],
    roles: { tenant: ['tenant_admin', 'instructor'] },
    title: 'Report an incident',
    offline: true,
  },
})
