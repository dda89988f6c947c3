import { banners, organizationSettings } from '#core/web/slots.ts'
import { part } from '#core/web/plugin.ts'

export const attendanceTab = organizationSettings({
  id: 'attendance',
  label: 'Attendance and notices',
  group: 'rules',
  order: 45,
  roles: ['tenant_admin'],
  component: part(() => import('./AttendanceSettingsTab.tsx'), 'AttendanceSettingsTab'),
})

export const marksBanner = banners({
  id: 'marks-waiting',
  order: 20,
  roles: ['tenant_admin', 'instructor'],
  component: part(() => import('./MarksBanner.tsx'), 'MarksBanner'),
})
