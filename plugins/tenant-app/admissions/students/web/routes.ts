import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { GraduationCap, UserPlus } from 'lucide-react'
import { address } from '#core/web/address.ts'
import { part, type Command, type PaletteSearch } from '#core/web/plugin.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { loadZone } from '../../../shared/web/zone.ts'
import { studentTabs } from '../../../shared/web/places.ts'
import { studentStatuses } from '../contract.ts'
import { attendanceKinds } from '../progress-contract.ts'
import { findStudents } from './studentSearch.ts'

const apps = ['platform', 'tenant'] as const
const roles = { platform: ['tenant_admin'], tenant: ['tenant_admin', 'instructor'] } as const

export const studentsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/students',
  validateSearch: address.of({
    search: address.text(),
    grade: address.text(),
    status: address.oneOf(studentStatuses),
    /** Opens the dialog that adds one. */
    add: address.yes,
    /** The student whose dialog is open. */
    edit: address.id,
  }),
  loader: loadZone,
  component: lazyRouteComponent(() => import('./StudentsPage.tsx'), 'StudentsPage'),
  staticData: {
    title: 'Student Management',
    apps,
    roles,
    nav: {
      label: 'Students',
      icon: GraduationCap,
      order: 15,
      group: 'program',
      bar: { tenant_admin: { order: 20 }, instructor: { order: 20 } },
    },
  },
})

export const studentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/students/$id',
  validateSearch: address.of({
    /** The id of a contribution to `studentTabs`. */
    tab: address.text(),
    edit: address.yes,
    /** Page of the tab's list. */
    page: address.page,
    kind: address.oneOf(attendanceKinds),
  }),
  loader: loadZone,
  component: lazyRouteComponent(() => import('./StudentPage.tsx'), 'StudentPage'),
  staticData: { title: 'Student', apps, roles },
})

export const ownStudentTabs = [
  studentTabs({
    id: 'overview',
    label: 'Overview',
    order: 0,
    component: part(() => import('./OverviewTab.tsx'), 'OverviewTab'),
  }),
  studentTabs({
    id: 'attendance',
    label: 'Attendance',
    order: 10,
    component: part(() => import('./AttendanceTab.tsx'), 'AttendanceTab'),
  }),
  studentTabs({
    id: 'scores',
    label: 'Scores',
    order: 20,
    component: part(() => import('./ScoresTab.tsx'), 'ScoresTab'),
  }),
  studentTabs({
    id: 'history',
    label: 'History',
    order: 90,
    roles: ['tenant_admin'],
    component: part(() => import('./HistoryTab.tsx'), 'HistoryTab'),
  }),
]

// Commands and searches name roles without a host; only staff of an organization have one on either.
const staff = ['tenant_admin', 'instructor'] as const

export const addStudentCommand: Command = {
  id: 'add-student',
  label: 'Add student',
  icon: UserPlus,
  apps,
  roles: staff,
  perform: ({ router }) => void router.navigate({ to: '/students', search: { add: true } }),
}

export const studentSearch: PaletteSearch = {
  id: 'students',
  heading: 'Students',
  icon: GraduationCap,
  apps,
  roles: staff,
  find: findStudents,
}
