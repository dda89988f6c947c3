import type { TenantScope } from '#core/server/core.ts'

/** Tells whether the caller decides for the organization: its admins, and super admins on its host. */
export const isAdmin = ({ actor }: TenantScope): boolean =>
  actor.user?.role === 'tenant_admin' || actor.user?.role === 'superadmin'

/** Tells whether the caller is a super admin, to whom some of it opens with a reason alone. */
export const isPlatformStaff = ({ actor }: TenantScope): boolean => actor.user?.role === 'superadmin'
