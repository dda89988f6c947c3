import type { Calls } from '#core/testing/calls.ts'

/** A call of each endpoint that leaves a record. */
export const calls: Calls = {
  'GET /api/audit-logs/export': async ({ admin }) => ({ by: admin, resource: 'audit_log' }),
}
