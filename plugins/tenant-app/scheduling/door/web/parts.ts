import { part } from '#core/web/plugin.ts'
import { banners, organizationSettings } from '#core/web/slots.ts'
import { childSections } from '../../../shared/web/slots.ts'

/** Arrivals and departures of a child, in the portal. */
export const doorLogSection = childSections({
  id: 'door',
  tab: 'schedule',
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

/** Acts at the door that wait on this device. */
export const doorBanner = banners({
  id: 'door-waiting',
  order: 21,
  roles: ['tenant_admin', 'instructor'],
  component: part(() => import('./DoorBanner.tsx'), 'DoorBanner'),
})
