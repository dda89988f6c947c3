import { part } from '#core/web/plugin.ts'
import { organizationSettings } from '#core/web/slots.ts'
import { childSections } from '../../../shared/web/slots.ts'

/** Arrivals and departures of a child, in the portal. */
export const doorLogSection = childSections({
  id: 'door',
  order: 8,
  roles: ['parent'],
  component: part(() => import('./ChildDoorLog.tsx'), 'ChildDoorLog'),
})

export const doorTab = organizationSettings({
  id: 'door',
  label: 'Pick-ups',
  group: 'rules',
  order: 46,
  roles: ['tenant_admin'],
  component: part(() => import('./DoorSettingsTab.tsx'), 'DoorSettingsTab'),
})
