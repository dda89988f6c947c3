import { z } from 'zod'
import type { Job, PlatformScope } from '../core.ts'
import type { Statement } from '../database/statement.ts'
import { defineJob } from './jobs.ts'

interface OrganizationsDue<Found extends { tenantId: string }, Payload extends z.ZodType> {
  /** Stable, as that of every job. */
  name: string
  /** Times at which it looks, in UTC. */
  cron: string
  /** Selects organizations that have something to do at `$now`. */
  select: Statement<Found>
  /** Does the work for one organization. */
  job: Job<Payload>
  payloadOf: (found: Found) => z.input<Payload>
}

/**
 * Defines a job by schedule that looks for organizations with something to do, and sends a job to each of them: a failure
 * of one organization is retried for that one alone, and delays no other.
 */
export const lookForOrganizations = <Found extends { tenantId: string }, Payload extends z.ZodType>({
  name,
  cron,
  select,
  job,
  payloadOf,
}: OrganizationsDue<Found, Payload>): Job =>
  defineJob({
    name,
    scope: 'platform',
    payload: z.object({}),
    schedule: { cron, tz: 'UTC' },
    run: async (scope: PlatformScope) => {
      const found = await scope.rows(select, { now: scope.core.clock.now() })
      // A job of the platform runs for suspended organizations too: it is not sent to the organization that it is about.
      const tenantIds = job.scope === 'tenant' ? found.map(({ tenantId }) => tenantId) : []
      await scope.core.jobs.sendAll(scope, job, found.map(payloadOf), { tenantIds })
    },
  })
