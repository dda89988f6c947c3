import { translated } from './text.ts'

export const roles = ['superadmin', 'tenant_admin', 'instructor', 'parent', 'student'] as const
export type Role = (typeof roles)[number]

/** Roles of the people who work for an organization. Plans count them alone: parents and students are free. */
export const staffRoles = ['tenant_admin', 'instructor'] as const satisfies readonly Role[]

export const isStaff = (role: Role): boolean => staffRoles.some((one) => one === role)

/** Names of the roles on screens. */
export const roleNames: Record<Role, string> = {
  superadmin: translated('Super Admin'),
  tenant_admin: translated('Admin'),
  instructor: translated('Instructor'),
  parent: translated('Parent'),
  student: translated('Student'),
}

/**
 * True if a role is among those that a call, a page or a part of one is for, on a host of this app: the one rule of
 * server and browser. On an organization's host a super admin is let in wherever any user of the organization is (spec
 * part 2, section 3); on the platform's, where their role is named.
 * @param named all who are signed in when left out
 */
export function isAmong(named: readonly Role[] | undefined, app: 'platform' | 'tenant', role: Role): boolean {
  return named === undefined || named.includes(role) || (app === 'tenant' && role === 'superadmin')
}
