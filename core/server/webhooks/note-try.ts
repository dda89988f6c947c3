import { z } from 'zod'
import { FAILING_DAYS } from '#core/contract/webhooks.ts'
import type { Core, PlatformScope } from '../core.ts'
import { statement } from '../database/statement.ts'
import { systemActor } from '../identity/actor.ts'
import { disableWebhook } from './disable.ts'
import type { DueDelivery, Outcome } from './try-delivery.ts'

/** Seconds until a run counts as lost, which each try extends: three times what a request may take. */
export const LEASE_SECONDS = 30

const MINUTE = 60
const HOUR = 3600

/** Seconds after each try until the next one, as Standard Webhooks recommends; after the last one a delivery has failed. */
const RETRY_DELAYS_SECONDS = [
  5,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const

/** Seconds for which an endpoint rests after a request without an answer; twice as many after the next one. */
const FIRST_REST_SECONDS = 5
const MAX_REST_SECONDS = 300

// A failure of a try that was under way when an admin sent it again does not count: it would end the new tries.
const updateDelivery = statement(
  `update webhook_deliveries set status = $status, attempts = attempts + 1, last_status = $code, answer = $answer,
      error = $error, duration_ms = $durationMs, next_try_at = $nextTryAt::timestamptz,
      delivered_at = case when $status = 'delivered' then $now::timestamptz end
    where id = $id and status = 'pending' and ($status = 'delivered' or attempts = $attempts)`,
)

const updateEndpoint = statement(
  z.object({ unanswered: z.number(), isFailing: z.boolean() }),
  `update webhook_endpoints set busy_until = $now::timestamptz + make_interval(secs => ${LEASE_SECONDS}),
      failing_since = case when $isDelivered then null else coalesce(failing_since, $now::timestamptz) end,
      unanswered = case when $isAnswered then 0 else least(unanswered + 1, 20) end
    where id = $endpointId and lease = $lease
    returning unanswered, coalesce(failing_since <= $now::timestamptz - make_interval(days => ${FAILING_DAYS}), false)
      as "isFailing"`,
)

interface Tried {
  endpointId: string
  tenantId: string
  lease: string
  delivery: DueDelivery
  outcome: Outcome
  /** Sends the job that tries again, some seconds later. */
  planNext: (scope: PlatformScope, endpoint: { endpointId: string; tenantId: string }, delay: number) => Promise<void>
}

/**
 * Notes one try and plans the next one.
 * @returns seconds for which the endpoint has to be left alone; undefined while its run may go on
 */
export async function noteTry(core: Core, tried: Tried): Promise<number | undefined> {
  const { endpointId, tenantId, lease, delivery, outcome, planNext } = tried
  const { isDelivered, status: code, answer, error, durationMs, retryAfter } = outcome
  const now = core.clock.now()
  const planned = RETRY_DELAYS_SECONDS[delivery.attempts]
  const delay = planned === undefined ? undefined : Math.max(planned, retryAfter ?? 0)
  const status = isDelivered ? 'delivered' : delay === undefined ? 'failed' : 'pending'
  return core.db.platform(systemActor, async (scope) => {
    const isAnswered = code !== null
    // The endpoint first, as all that turns it off does: two tries at once would block each other.
    const [endpoint] = await scope.rows(updateEndpoint, { endpointId, lease, isDelivered, isAnswered, now })
    await scope.rows(updateDelivery, {
      id: delivery.id,
      attempts: delivery.attempts,
      status,
      code,
      answer,
      error,
      durationMs,
      nextTryAt: new Date(now.getTime() + (delay ?? 0) * 1000),
      now,
    })
    // Another run has it by now.
    if (!endpoint) return 0
    if (code === 410 || endpoint.isFailing) {
      await disableWebhook(scope, endpointId, code === 410 ? 'gone' : 'failing')
      return 0
    }
    if (status === 'pending') await planNext(scope, { endpointId, tenantId }, delay ?? 0)
    if (retryAfter !== undefined && !isDelivered) return retryAfter
    return isAnswered ? undefined : Math.min(FIRST_REST_SECONDS * 2 ** (endpoint.unanswered - 1), MAX_REST_SECONDS)
  })
}
