import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import { webhookDelivery, type WebhookDelivery } from '#core/contract/webhooks.ts'
import type { TenantScope } from '../core.ts'
import { asPlatform } from '../database/scope.ts'
import { statement } from '../database/statement.ts'
import { AppError, notFound } from '../errors.ts'
import { PagedAnswer } from '../http/answers.ts'
import { sendRuns } from './deliver.ts'
import { getWebhook, hostOf, recordWebhook } from './endpoints.ts'
import { bodyOf, TEST_TYPE } from './webhook-events.ts'

const columns = `d.id, 'msg_' || replace(d.message_id::text, '-', '') as "webhookId", m.type, d.subject, d.status, d.attempts,
  d.last_status as "lastStatus", d.error, d.next_try_at as "nextTryAt", d.duration_ms as "durationMs",
  d.created_at as "createdAt", d.delivered_at as "deliveredAt"`

const fromDeliveries =
  'from webhook_deliveries d join webhook_messages m on m.tenant_id = d.tenant_id and m.id = d.message_id'

const selectDeliveries = statement(
  webhookDelivery,
  `select ${columns} ${fromDeliveries}
    where d.tenant_id = $tenantId and d.endpoint_id = $id order by d.place desc limit $most offset $offset`,
)

/** @throws not-found */
export async function listWebhookDeliveries(
  scope: TenantScope,
  id: string,
  { limit = LIST_CAP, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
): Promise<PagedAnswer<WebhookDelivery>> {
  await getWebhook(scope, id)
  const values = { id, tenantId: scope.tenantId, most: limit + 1, offset }
  return new PagedAnswer(await scope.rows(selectDeliveries, values), { limit, offset })
}

const record = z.record(z.string(), z.unknown())

const selectDelivery = statement(
  webhookDelivery.extend({
    answer: z.string().nullable(),
    data: record,
    names: record.nullable(),
    happenedAt: z.string(),
  }),
  `select ${columns}, d.answer, m.data, case when e.includes_names then m.names end as names, m.created_at as "happenedAt"
    ${fromDeliveries} join webhook_endpoints e on e.tenant_id = d.tenant_id and e.id = d.endpoint_id
    where d.id = $deliveryId and d.endpoint_id = $id`,
)

/** @throws not-found */
export async function getWebhookDelivery(scope: TenantScope, id: string, deliveryId: string) {
  const [found] = await scope.rows(selectDelivery, { id, deliveryId })
  if (!found) throw notFound('Delivery')
  const { data, names, happenedAt, ...delivery } = found
  return { ...delivery, payload: bodyOf(delivery.type, happenedAt, data, names) }
}

const updateToAgain = statement(
  z.object({ id: z.uuid() }),
  `update webhook_deliveries set status = 'pending', attempts = 0, next_try_at = $now
    where id = $deliveryId and endpoint_id = $id and tenant_id = $tenantId returning id`,
)

/** Sends a delivery again, whatever came of it. @throws not-found, webhooks.off 409 */
export async function resendWebhookDelivery(scope: TenantScope, id: string, deliveryId: string): Promise<void> {
  const { core, tenantId } = scope
  const { isActive, url } = await getWebhook(scope, id)
  if (!isActive) throw webhookOff()
  await asPlatform(scope, async (platform) => {
    const [again] = await platform.rows(updateToAgain, { id, deliveryId, tenantId, now: core.clock.now() })
    if (!again) throw notFound('Delivery')
    await sendRuns(platform, [{ endpointId: id, tenantId }])
  })
  await recordWebhook(scope, id, 'webhook.sent-again', `Sent an event again to the webhook to ${hostOf({ url })}`)
}

const webhookOff = () => new AppError('webhooks.off', 409, 'The webhook is off. Turn it on first.')

const insertTest = statement(
  `with message as (
      insert into webhook_messages (tenant_id, type, subject, data, created_at)
        values ($tenantId, $type, 'test', $data::jsonb, $now) returning id
    )
    insert into webhook_deliveries (tenant_id, message_id, endpoint_id, subject, next_try_at, created_at)
      select $tenantId, id, $id, 'test', $now, $now from message`,
)

/** Sends a test event to one webhook. @throws not-found, webhooks.off 409 */
export async function testWebhook(scope: TenantScope, id: string): Promise<void> {
  const { core, tenantId } = scope
  const { isActive, url } = await getWebhook(scope, id)
  if (!isActive) throw webhookOff()
  const data = JSON.stringify({ message: 'A test event that an admin sent.' })
  await asPlatform(scope, async (platform) => {
    await platform.rows(insertTest, { tenantId, id, type: TEST_TYPE, data, now: core.clock.now() })
    await sendRuns(platform, [{ endpointId: id, tenantId }])
  })
  await recordWebhook(scope, id, 'webhook.tested', `Sent a test event to the webhook to ${hostOf({ url })}`)
}
