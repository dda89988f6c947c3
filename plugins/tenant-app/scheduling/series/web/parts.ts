import { organizationSettings } from '#core/web/slots.ts'
import { part } from '#core/web/plugin.ts'

export const holidaysTab = organizationSettings({
  id: 'holidays',
  label: 'Holidays',
  group: 'organization',
  order: 35,
  roles: ['tenant_admin'],
  component: part(() => import('./HolidaysTab.tsx'), 'HolidaysTab'),
})
