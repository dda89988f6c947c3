import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { address } from '#core/web/address.ts'
import { banners, organizationSettings } from '#core/web/slots.ts'
import { part } from '#core/web/plugin.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { childSections } from '../../../shared/web/slots.ts'
import { loadZone } from '../../../shared/web/zone.ts'

const staticData = { apps: ['tenant'], roles: { tenant: ['tenant_admin', 'instructor'] } } as const

export const newIncidentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/incidents/new',
  validateSearch: address.of({ student: address.id, session: address.id }),
  loader: loadZone,
  component: lazyRouteComponent(() => import('./NewIncidentPage.tsx'), 'NewIncidentPage'),
  staticData: { ...staticData, title: 'Report an incident', offline: true },
})

export const incidentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/incidents/$id',
  loader: loadZone,
  component: lazyRouteComponent(() => import('./IncidentPage.tsx'), 'IncidentPage'),
  staticData: { ...staticData, title: 'Incident report' },
})

export const incidentParts = [
  banners({
    id: 'reports-waiting',
    order: 21,
    roles: ['tenant_admin', 'instructor'],
    component: part(() => import('./ReportsBanner.tsx'), 'ReportsBanner'),
  }),
  organizationSettings({
    id: 'incidents',
    label: 'Incidents',
    group: 'rules',
    order: 47,
    roles: ['tenant_admin'],
    component: part(() => import('./IncidentSettingsTab.tsx'), 'IncidentSettingsTab'),
  }),
  childSections({
    id: 'incidents',
    tab: 'health',
    order: 45,
    roles: ['parent'],
    component: part(() => import('./ChildIncidents.tsx'), 'ChildIncidents'),
  }),
]
