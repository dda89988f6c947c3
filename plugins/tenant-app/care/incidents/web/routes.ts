import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { banners, organizationSettings } from '#core/web/slots.ts'
import { part } from '#core/web/plugin.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { childSections } from '../../../shared/web/slots.ts'
import { loadZone } from '../../../shared/web/zone.ts'

export const incidentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/incidents/$id',
  loader: loadZone,
  component: lazyRouteComponent(() => import('./IncidentPage.tsx'), 'IncidentPage'),
  staticData: { apps: ['tenant'], roles: { tenant: ['tenant_admin', 'instructor'] }, title: 'Incident report' },
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
