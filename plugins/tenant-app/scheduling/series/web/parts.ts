import { organizationSettings } from '#core/web/places.ts'
import { part } from '#core/web/plugin.ts'

export const holidaysTab = organizationSettings({
  id: 'holidays',
  label: 'Holidays',
  order: 35,
  roles: ['tenant_admin'],
  component: part(() => import('./HolidaysTab.tsx'), 'HolidaysTab'),
})
