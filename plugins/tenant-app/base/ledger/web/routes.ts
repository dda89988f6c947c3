import { organizationSettings } from '#core/web/slots.ts'
import { part } from '#core/web/plugin.ts'

export const ledgerTabs = [
  organizationSettings({
    id: 'access',
    label: 'Access to Health Data',
    group: 'people',
    order: 70,
    roles: ['tenant_admin'],
    component: part(() => import('./AccessTab.tsx'), 'AccessTab'),
  }),
]
