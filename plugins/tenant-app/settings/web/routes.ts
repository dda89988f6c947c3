import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Settings } from 'lucide-react'
import { address } from '#core/web/address.ts'
import { organizationSettings } from '#core/web/places.ts'
import { part } from '#core/web/plugin.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { peopleAddress, peopleTab } from '../../people/web/routes.ts'

export const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/org-settings',
  validateSearch: address.of({ tab: address.text(), ...peopleAddress }),
  component: lazyRouteComponent(() => import('./OrganizationSettingsPage.tsx'), 'OrganizationSettingsPage'),
  staticData: {
    title: 'Organization Settings',
    apps: ['platform', 'tenant'],
    roles: ['tenant_admin'],
    nav: { label: 'Organization Settings', icon: Settings, order: 80 },
  },
})

export const settingsTabs = [
  organizationSettings({
    id: 'general',
    label: 'General',
    order: 10,
    roles: ['tenant_admin'],
    component: part(() => import('./GeneralTab.tsx'), 'GeneralTab'),
  }),
  organizationSettings({
    id: 'branding',
    label: 'Branding',
    order: 20,
    roles: ['tenant_admin'],
    component: part(() => import('./BrandingTab.tsx'), 'BrandingTab'),
  }),
  peopleTab,
]
