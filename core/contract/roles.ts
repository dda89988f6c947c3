import { z } from 'zod'

export const roles = ['superadmin', 'tenant_admin', 'instructor', 'parent', 'student'] as const
export type Role = (typeof roles)[number]

/** The spellings of the specification (`admin`, `tenant-admin`) read as one role. */
export const role = z.preprocess(
  (value) => (value === 'admin' || value === 'tenant-admin' ? 'tenant_admin' : value),
  z.enum(roles, 'Please select a role'),
)

/** How a role is called on screens. */
export const roleNames: Record<Role, string> = {
  superadmin: 'Super Admin',
  tenant_admin: 'Admin',
  instructor: 'Instructor',
  parent: 'Parent',
  student: 'Student',
}
