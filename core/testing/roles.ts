import type { Role } from '#core/contract/roles.ts'

/** Roles that are let in on each host, where something names these roles: server and browser are held against it. */
export const admitted: readonly { named: readonly Role[]; platform: readonly Role[]; tenant: readonly Role[] }[] = [
  { named: ['superadmin'], platform: ['superadmin'], tenant: ['superadmin'] },
  { named: ['tenant_admin'], platform: ['tenant_admin'], tenant: ['superadmin', 'tenant_admin'] },
  {
    named: ['tenant_admin', 'instructor'],
    platform: ['tenant_admin', 'instructor'],
    tenant: ['superadmin', 'tenant_admin', 'instructor'],
  },
  { named: ['parent'], platform: ['parent'], tenant: ['superadmin', 'parent'] },
  { named: ['student'], platform: ['student'], tenant: ['superadmin', 'student'] },
  {
    named: ['superadmin', 'tenant_admin'],
    platform: ['superadmin', 'tenant_admin'],
    tenant: ['superadmin', 'tenant_admin'],
  },
]
