import { part } from '#core/web/plugin.ts'
import { organizationSettings } from '#core/web/slots.ts'

export const doorTab = organizationSettings({
  id: 'door',
  label: 'Pick-ups',
  group: 'rules',
  order: 46,
  roles: ['tenant_admin'],
  component: part(() => import('./DoorSettingsTab.tsx'), 'DoorSettingsTab'),
})
