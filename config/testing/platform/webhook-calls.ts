import type { Calls } from '#core/testing/calls.ts'
import { buildWebhook, buildWebhookDelivery, newWebhookInput } from '#core/testing/webhooks.ts'

/** A call of each endpoint of webhooks. */
export const webhookCalls: Calls = {
  'POST /api/tenant/webhooks': async ({ organization }) => {
    const by = await organization.signIn('tenant_admin')
    return { by, body: newWebhookInput(), action: 'webhook.created', resource: 'webhook' }
  },
  'PUT /api/tenant/webhooks/{id}': async ({ organization }) => {
    const by = await organization.signIn('tenant_admin')
    const { id } = await buildWebhook(by)
    return { by, params: [id], body: newWebhookInput(), action: 'webhook.updated', resource: 'webhook', resourceId: id }
  },
  'DELETE /api/tenant/webhooks/{id}': async ({ organization }) => {
    const by = await organization.signIn('tenant_admin')
    const { id } = await buildWebhook(by)
    return { by, params: [id], action: 'webhook.deleted', resource: 'webhook', resourceId: id }
  },
  'PUT /api/tenant/webhooks/{id}/active': async ({ organization }) => {
    const by = await organization.signIn('tenant_admin')
    const { id } = await buildWebhook(by)
    const body = { isActive: false }
    return { by, params: [id], body, action: 'webhook.turned-off', resource: 'webhook', resourceId: id }
  },
  'POST /api/tenant/webhooks/{id}/secret': async ({ organization }) => {
    const by = await organization.signIn('tenant_admin')
    const { id } = await buildWebhook(by)
    return { by, params: [id], action: 'webhook.secret-rotated', resource: 'webhook', resourceId: id }
  },
  'POST /api/tenant/webhooks/{id}/test': async ({ organization }) => {
    const by = await organization.signIn('tenant_admin')
    const { id } = await buildWebhook(by)
    return { by, params: [id], action: 'webhook.tested', resource: 'webhook', resourceId: id }
  },
  'GET /api/tenant/webhooks/{id}/deliveries': async ({ organization }) => {
    const by = await organization.signIn('tenant_admin')
    const { id } = await buildWebhookDelivery(by)
    return { by, params: [id] }
  },
  'GET /api/tenant/webhooks/{id}/deliveries/{deliveryId}': async ({ organization }) => {
    const by = await organization.signIn('tenant_admin')
    const { id, deliveryId } = await buildWebhookDelivery(by)
    return { by, params: [id, deliveryId] }
  },
  'POST /api/tenant/webhooks/{id}/deliveries/{deliveryId}/again': async ({ organization }) => {
    const by = await organization.signIn('tenant_admin')
    const { id, deliveryId } = await buildWebhookDelivery(by)
    return { by, params: [id, deliveryId], action: 'webhook.sent-again', resource: 'webhook', resourceId: id }
  },
}
