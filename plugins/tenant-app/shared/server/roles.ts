import type { TenantScope } from '#core/server/core.ts'

/** Reports whether the caller decides for the organization: its admins, and super admins on its host. */
export const isAdmin = ({ actor }: TenantScope): boolean =>
  actor.user?.role === 'tenant_admin' || actor.user?.role === 'superadmin'

/** Reports whether the caller is a super admin, to whom some data opens only with a reason. */
export const isPlatformStaff = ({ actor }: TenantScope): boolean => actor.user?.role === 'superadmin'
