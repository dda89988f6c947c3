import type { Calls } from '#core/testing/calls.ts'

/** A call of each endpoint that leaves a record. */
export const calls: Calls = {
  'GET /api/audit-logs/export': async ({ admin }) => ({ by: admin, resource: 'audit_log' }),
  'GET /api/tenant/audit-logs/export': async ({ organization }) => ({
    by: await organization.signIn('tenant_admin'),
    resource: 'audit_log',
  }),
}
