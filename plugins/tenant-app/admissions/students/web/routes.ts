import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { GraduationCap, UserPlus } from 'lucide-react'
import { address } from '#core/web/address.ts'
import type { Command, PaletteSearch } from '#core/web/plugin.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { loadZone } from '../../../shared/web/zone.ts'
import { studentStatuses } from '../../../contract.ts'
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
    groupId: address.id,
    account: address.oneOf(['none']),
    /** Opens the dialog that adds a student. */
    add: address.yes,
    /** Opens the dialog that invites guardians. */
    invite: address.yes,
    /** Opens the dialog that prints letters. */
    letters: address.yes,
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

// Commands and searches check roles only, on any host; only an organization's staff have these.
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
