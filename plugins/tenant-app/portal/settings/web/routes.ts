import { organizationSettings } from '#core/web/slots.ts'
import { part } from '#core/web/plugin.ts'
import { peopleTab } from '../../../base/people/web/routes.ts'

export const settingsTabs = [
  organizationSettings({
    id: 'general',
    label: 'General',
    group: 'organization',
    order: 10,
    roles: ['tenant_admin'],
    component: part(() => import('./GeneralTab.tsx'), 'GeneralTab'),
  }),
  organizationSettings({
    id: 'branding',
    label: 'Branding',
    group: 'organization',
    order: 20,
    roles: ['tenant_admin'],
    component: part(() => import('./BrandingTab.tsx'), 'BrandingTab'),
  }),
  peopleTab,
]
