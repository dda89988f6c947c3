import type { TenantScope } from '#core/server/core.ts'

/** Whether the caller decides for the organization: its admins, and super admins on its host. */
export const isAdmin = ({ actor }: TenantScope): boolean =>
  actor.user?.role === 'tenant_admin' || actor.user?.role === 'superadmin'
