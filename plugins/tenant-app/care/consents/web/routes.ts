import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { address } from '#core/web/address.ts'
import { organizationSettings } from '#core/web/slots.ts'
import { part } from '#core/web/plugin.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { childSections } from '../../../shared/web/slots.ts'
import { loadZone } from '../../../shared/web/zone.ts'
import { consentState } from '../contract.ts'

export const consentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/org-settings/consents/$consentId',
  validateSearch: address.of({
    search: address.text(),
    state: address.oneOf(consentState),
    grade: address.text(),
    page: address.page,
  }),
  loader: loadZone,
  component: lazyRouteComponent(() => import('./ConsentPage.tsx'), 'ConsentPage'),
  staticData: { title: 'Consent', apps: ['platform', 'tenant'], roles: ['tenant_admin'] },
})

export const consentParts = [
  organizationSettings({
    id: 'consents',
    label: 'Consents',
    group: 'rules',
    order: 60,
    roles: ['tenant_admin'],
    component: part(() => import('./ConsentsTab.tsx'), 'ConsentsTab'),
  }),
  childSections({
    id: 'consents',
    tab: 'health',
    order: 5,
    roles: ['parent'],
    component: part(() => import('./ChildConsents.tsx'), 'ChildConsents'),
  }),
]
