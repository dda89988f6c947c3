import { create, randomText } from './calls.ts'
import type { Client } from './harness.ts'

/** Address that no name server knows. */
const NOWHERE = 'https://receiver.invalid/trellis'

/** Input of a webhook for events that every platform has. */
export const newWebhookInput = () => ({
  url: `${NOWHERE}?key=${randomText()}`,
  description: randomText(),
  types: ['webhook.test'],
  includesNames: false,
})

/** Adds a webhook to the admin's organization. */
export const buildWebhook = (by: Client): Promise<{ id: string; secret: string }> =>
  create(by, '/api/tenant/webhooks', newWebhookInput())

/** Adds a webhook with one delivery, of a test event. */
export async function buildWebhookDelivery(by: Client): Promise<{ id: string; deliveryId: string }> {
  const { id } = await buildWebhook(by)
  await by.post(`/api/tenant/webhooks/${id}/test`)
  const [delivery] = (await by.get(`/api/tenant/webhooks/${id}/deliveries`)).body
  return { id, deliveryId: delivery.id }
}
