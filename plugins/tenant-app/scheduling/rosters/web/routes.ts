import { organizationSettings } from '#core/web/places.ts'
import { part } from '#core/web/plugin.ts'
import { sessionHead, sessionTabs } from '../../../shared/web/places.ts'

export const rosterTabs = [
  sessionHead({
    id: 'attendance',
    order: 20,
    component: part(() => import('./AttendanceRequest.tsx'), 'AttendanceRequest'),
  }),
  sessionTabs({
    id: 'roster',
    label: 'Roster',
    order: 10,
    component: part(() => import('./RosterTab.tsx'), 'RosterTab'),
  }),
  sessionTabs({
    id: 'attendance',
    label: 'Attendance',
    order: 20,
    component: part(() => import('./AttendanceTab.tsx'), 'AttendanceTab'),
  }),
  sessionTabs({
    id: 'history',
    label: 'History',
    order: 40,
    component: part(() => import('./HistoryTab.tsx'), 'HistoryTab'),
  }),
]

export const attendanceTab = organizationSettings({
  id: 'attendance',
  label: 'Attendance and notices',
  group: 'rules',
  order: 45,
  roles: ['tenant_admin'],
  component: part(() => import('./AttendanceSettingsTab.tsx'), 'AttendanceSettingsTab'),
})
