import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { sendPushes } from '#core/server/push/send.ts'
import { messageKinds } from '../contract.ts'
import { hasNewsOff } from './audience.ts'
import { mayReceive } from './visible.ts'

/** Notifications of one transaction. */
const BATCH_SIZE = 500

/** SQL: true where a user has turned on notifications on a device. @param userId SQL of the id */
export const hasDevice = (userId: string) => `exists (select from push_subscriptions y where y.user_id = ${userId})`

const updateToSent = statement(
  z.object({ id: z.uuid() }),
  `with queued as materialized (
      select x.id, x.tenant_id, x.recipient_id from message_deliveries x where x.tenant_id = $tenantId
        and x.channel = 'push' and x.status = 'queued' and x.due_at <= $now::timestamptz
    ), chosen as materialized (
      -- One look-up for each, as emails are chosen.
      select q.id from queued q
        cross join lateral (select r.message_id from message_recipients r
          where r.tenant_id = q.tenant_id and r.id = q.recipient_id limit 1) r
        join messages m on m.tenant_id = q.tenant_id and m.id = r.message_id and m.status in ('sending', 'sent')
      order by m.kind desc, q.id limit ${BATCH_SIZE}
    )
    update message_deliveries d set status = 'sent', sent_at = $now::timestamptz
      where d.status = 'queued' and d.id = any (array(select id from chosen))
    returning d.id`,
  { plansAnew: true },
)

// Reads today's choice, as emails do: news may be off since the message was resolved.
const selectTaken = statement(
  z.object({
    deliveryId: z.uuid(),
    userId: z.uuid(),
    messageId: z.uuid(),
    kind: z.enum(messageKinds),
    mayReceive: z.boolean(),
  }),
  `select d.id as "deliveryId", r.user_id as "userId", m.id as "messageId", m.kind,
      u.is_active and ${mayReceive('r')} and (m.kind = 'urgent' or not ${hasNewsOff('u.email')}) as "mayReceive"
    from message_deliveries d join message_recipients r on r.tenant_id = d.tenant_id and r.id = d.recipient_id
      join messages m on m.tenant_id = r.tenant_id and m.id = r.message_id
      join users u on u.tenant_id = r.tenant_id and u.id = r.user_id
    where d.id = any ($ids::uuid[])`,
  { plansAnew: true },
)

const updateToStopped = statement(
  `update message_deliveries set status = 'stopped', sent_at = null where id = any ($ids::uuid[])`,
)

/**
 * Notifies recipients on their devices of messages that are due.
 * @returns true where as many were due as one transaction takes
 */
export async function sendDuePushes(scope: TenantScope): Promise<boolean> {
  const { tenantId, core } = scope
  const ids = (await scope.rows(updateToSent, { tenantId, now: core.clock.now() })).map(({ id }) => id)
  if (ids.length === 0) return false
  const taken = await scope.rows(selectTaken, { ids, tenantId })
  const [kept, refused] = [taken.filter((one) => one.mayReceive), taken.filter((one) => !one.mayReceive)]
  if (refused.length > 0) await scope.rows(updateToStopped, { ids: refused.map(({ deliveryId }) => deliveryId) })
  await sendPushes(
    scope,
    kept.map(({ deliveryId, userId, messageId, kind }) => ({
      userId,
      kind,
      path: `/messages/${messageId}`,
      sourceId: deliveryId,
    })),
  )
  return ids.length >= BATCH_SIZE
}
