import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Core, Job, PlatformScope } from '../core.ts'
import { statement } from '../database/statement.ts'
import { systemActor } from '../identity/actor.ts'
import { anyAttempt } from '../jobs/attempt.ts'
import { defineJob } from '../jobs/jobs.ts'
import { LEASE_SECONDS, noteTry } from './note-try.ts'
import { tryDelivery, type Receiver } from './try-delivery.ts'

/** Endpoints that a node delivers to concurrently. */
const CONCURRENCY = 12
/** Deliveries on their way to one endpoint at a time. */
const REQUESTS_PER_ENDPOINT = 2
/** Deliveries that are read at once. */
const BATCH_SIZE = 20
/** Milliseconds after which a run leaves its turn to other endpoints. */
const TURN_MS = 5000

const receiver = z.object({
  url: z.string(),
  includesNames: z.boolean(),
  secret: z.instanceof(Buffer),
  previousSecret: z.instanceof(Buffer).nullable(),
})

// One run delivers to an endpoint at a time, so that a subject's events stay in order; one that rests is left alone too.
const updateToLeased = statement(
  receiver,
  `update webhook_endpoints set lease = $lease, busy_until = $now::timestamptz + make_interval(secs => ${LEASE_SECONDS})
    where id = $endpointId and is_active and (busy_until is null or busy_until <= $now::timestamptz)
    returning url, includes_names as "includesNames", secret,
      case when previous_secret_until > $now::timestamptz then previous_secret end as "previousSecret"`,
)

const due = z.object({
  id: z.uuid(),
  messageId: z.uuid(),
  attempts: z.number().int(),
  type: z.string(),
  data: z.record(z.string(), z.unknown()),
  names: z.record(z.string(), z.unknown()).nullable(),
  createdAt: z.string(),
})

// Behind the first one of a subject all others wait, whenever they are due.
const heads = `(select distinct on (subject) id, message_id, attempts, next_try_at, place from webhook_deliveries
  where endpoint_id = $endpointId and status = 'pending' order by subject, place) h`

const selectDue = statement(
  due,
  `select h.id, h.message_id as "messageId", h.attempts, m.type, m.data, m.names, m.created_at as "createdAt"
    from ${heads} join webhook_messages m on m.id = h.message_id
    where h.next_try_at <= $now::timestamptz order by h.next_try_at, h.place limit ${BATCH_SIZE}`,
)

const updateToFree = statement(
  z.object({ isDue: z.boolean() }),
  `with freed as (
      update webhook_endpoints set lease = null, busy_until = case when $rest::int > 0
          then $now::timestamptz + make_interval(secs => $rest::int) end
        where id = $endpointId and lease = $lease returning is_active
    )
    select exists (select from ${heads} where h.next_try_at <= $now::timestamptz) as "isDue" from freed where is_active`,
)

const payload = z.object({ endpointId: z.uuid(), tenantId: z.uuid() })

/**
 * Delivers to one endpoint what is due, each subject's events in order. Runs of one endpoint exclude each other, and a run ends
 * with the first request that gets no answer, so that a receiver that hangs delays no other. A node that dies before it notes
 * a delivery repeats it with the same `webhook-id`.
 */
export const deliverWebhooks: Job<typeof payload> = defineJob({
  name: 'webhooks.deliver',
  scope: 'none',
  payload,
  concurrency: CONCURRENCY,
  run: async (core, endpoint, attempt) => {
    const { endpointId } = endpoint
    const lease = randomUUID()
    const found = await core.db.platform(systemActor, async (scope) => {
      const [leased] = await scope.rows(updateToLeased, { endpointId, lease, now: core.clock.now() })
      // The worker that had the job before is lost, and its lease ends by time.
      if (!leased && attempt.number > 0) await sendRun(scope, endpoint, LEASE_SECONDS)
      return leased
    })
    if (!found) return
    const run: Run = { ...endpoint, lease, receiver: found, end: performance.now() + TURN_MS, rest: undefined }
    while (mayGoOn(run) && (await deliverBatch(core, run)));
    await free(core, run)
  },
})

type Endpoint = z.infer<typeof payload>

const sendRun = (scope: PlatformScope, { endpointId, tenantId }: Endpoint, delay: number): Promise<void> =>
  scope.core.jobs.send(scope, deliverWebhooks, { endpointId, tenantId }, { tenantId, delay })

interface Run extends Endpoint {
  lease: string
  receiver: Receiver
  /** Time of `performance.now()` after which it begins no request: a receiver that is slow to answer holds up no others. */
  end: number
  /** Seconds for which it has to be left alone; set where the run ends at once. */
  rest: number | undefined
}

const mayGoOn = ({ end, rest }: Run) => rest === undefined && performance.now() < end

/** @returns false where nothing was due, or the run has to end */
async function deliverBatch(core: Core, run: Run): Promise<boolean> {
  const { endpointId } = run
  const waiting = await core.db.platform(systemActor, ({ rows }) =>
    rows(selectDue, { endpointId, now: core.clock.now() }),
  )
  if (waiting.length === 0) return false
  const deliverNext = async () => {
    for (let next = waiting.shift(); next && mayGoOn(run); next = waiting.shift()) {
      const outcome = await tryDelivery(core, run.receiver, next)
      const tried = { ...run, delivery: next, outcome, planNext: sendRun }
      const rest = await anyAttempt(() => noteTry(core, tried))
      if (rest !== undefined) run.rest = Math.max(rest, run.rest ?? 0)
    }
  }
  await Promise.all(Array.from({ length: REQUESTS_PER_ENDPOINT }, deliverNext))
  return run.rest === undefined
}

/** Ends a lease. Acts that came meanwhile found the endpoint busy: what they left is looked for once more. */
async function free(core: Core, { endpointId, tenantId, lease, rest = 0 }: Run): Promise<void> {
  await anyAttempt(() =>
    core.db.platform(systemActor, async (scope) => {
      const [freed] = await scope.rows(updateToFree, { endpointId, lease, rest, now: core.clock.now() })
      if (freed && (rest > 0 || freed.isDue)) await sendRun(scope, { endpointId, tenantId }, rest)
    }),
  )
}

/** Sends a job for each endpoint that has something to deliver. */
export const sendRuns = (scope: PlatformScope, endpoints: readonly Endpoint[]): Promise<void> =>
  scope.core.jobs.sendAll(scope, deliverWebhooks, endpoints, { tenantIds: endpoints.map(({ tenantId }) => tenantId) })

const selectLeft = statement(
  z.object({ endpointId: z.uuid(), tenantId: z.uuid() }),
  `select e.id as "endpointId", e.tenant_id as "tenantId" from webhook_endpoints e
      join tenants t on t.id = e.tenant_id and t.status in ('active', 'trial')
    where e.is_active and (e.busy_until is null or e.busy_until <= $now::timestamptz) and exists (
      select from webhook_deliveries d where d.endpoint_id = e.id and d.status = 'pending'
        and d.next_try_at < $now::timestamptz - interval '1 minute')
    order by e.busy_until nulls first, e.id limit 1000`,
)

/**
 * Sends jobs for endpoints whose deliveries are overdue, such as those of a node that died. Jobs of a suspended organization
 * are put off by the queue and not done: one more each minute would pile up.
 */
export const resumeWebhooks = defineJob({
  name: 'webhooks.resume',
  scope: 'platform',
  payload: z.object({}),
  schedule: { cron: '* * * * *', tz: 'UTC' },
  run: async (scope) => {
    const left = await scope.rows(selectLeft, { now: scope.core.clock.now() })
    await sendRuns(scope, left)
  },
})
