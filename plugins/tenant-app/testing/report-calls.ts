import type { Calls } from '#core/testing/calls.ts'
import { reportKinds } from '../records/reports/contract.ts'

/** A call of each endpoint of reports that writes to the audit log. */
export const reportCalls: Calls = Object.fromEntries(
  reportKinds.map((kind) => [
    `GET /api/reports/${kind}/export`,
    async ({ organization }) => ({ by: await organization.signIn('tenant_admin'), resource: 'report' }),
  ]),
)
