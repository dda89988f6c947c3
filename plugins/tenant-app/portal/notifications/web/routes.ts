import { organizationSettings } from '#core/web/slots.ts'
import { part } from '#core/web/plugin.ts'

export const notificationsTab = organizationSettings({
  id: 'notifications',
  label: 'Notifications',
  group: 'rules',
  order: 65,
  roles: ['tenant_admin'],
  component: part(() => import('./NotificationsTab.tsx'), 'NotificationsTab'),
})
