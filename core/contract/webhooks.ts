import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, instant, line, requiredText } from './fields.ts'
import { pagingQuery } from './paging.ts'

/** Webhooks that one organization can have. */
export const MAX_WEBHOOKS = 20
/** Days for which the log of deliveries is stored. */
export const WEBHOOK_LOG_DAYS = 30
/** Hours for which the previous secret signs as well, after it was replaced. */
export const SECRET_OVERLAP_HOURS = 24
/** Days of failures alone after which a webhook is turned off. */
export const FAILING_DAYS = 7

/** Kind of event that is sent to webhooks. */
export const webhookType = z.object({
  /** Stable: `student.added`. */
  type: z.string(),
  /** Heading in lists. */
  group: z.string(),
  summary: z.string(),
  /** JSON schema of `data`. */
  schema: z.record(z.string(), z.unknown()),
  /** A whole message. */
  example: z.record(z.string(), z.unknown()),
})
export type WebhookType = z.infer<typeof webhookType>

const disabledReasons = ['admin', 'gone', 'failing'] as const

export const webhook = z.object({
  id,
  url: z.string(),
  description: z.string(),
  types: z.array(z.string()),
  includesNames: z.boolean(),
  isActive: z.boolean(),
  /** `gone`: the receiver answered 410. */
  disabledReason: z.enum(disabledReasons).nullable(),
  /** Since then no delivery has succeeded; null after a success. */
  failingSince: instant.nullable(),
  /** Until then the previous secret signs too. */
  previousSecretUntil: instant.nullable(),
  waiting: z.number().int(),
  createdAt: instant,
  updatedAt: instant,
})
export type Webhook = z.infer<typeof webhook>

export const newWebhook = z.object({
  url: requiredText(1000, 'Enter an address'),
  description: line(200),
  types: z.array(z.string().max(100)).min(1, 'Choose at least one event').max(80, 'At most 80'),
  /** Adds the names of children to events that have them. */
  includesNames: z.boolean(),
})
export type NewWebhook = z.infer<typeof newWebhook>

export const deliveryStatuses = ['pending', 'delivered', 'failed', 'skipped'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

export const webhookDelivery = z.object({
  id,
  /** The header `webhook-id`, the same for every try. */
  webhookId: z.string(),
  type: z.string(),
  subject: z.string(),
  status: z.enum(deliveryStatuses),
  attempts: z.number().int(),
  /** HTTP status of the last answer; null without one. */
  lastStatus: z.number().int().nullable(),
  error: z.string().nullable(),
  nextTryAt: instant,
  /** Milliseconds of the last try. */
  durationMs: z.number().int().nullable(),
  createdAt: instant,
  deliveredAt: instant.nullable(),
})
export type WebhookDelivery = z.infer<typeof webhookDelivery>

/** Secret that signs, with the prefix `whsec_`: answered once. */
const secret = z.object({ secret: z.string() })

const admins = { who: ['tenant_admin'], hosts: 'both', scope: 'tenant', sessionOnly: true } as const
const confirmed = { ...admins, recentlyConfirmed: true } as const
const byId = z.object({ id })
const delivery = z.object({ id, deliveryId: id })

export const webhooksContract = {
  listWebhookTypes: endpoint({
    method: 'GET',
    path: '/api/tenant/webhooks/types',
    summary: 'Events that can be sent to webhooks, with the JSON schema of their data and an example',
    access: admins,
    response: z.array(webhookType),
  }),
  listWebhooks: endpoint({
    method: 'GET',
    path: '/api/tenant/webhooks',
    summary: 'Webhooks of the organization, oldest first',
    access: admins,
    response: z.array(webhook),
  }),
  createWebhook: endpoint({
    method: 'POST',
    path: '/api/tenant/webhooks',
    status: 201,
    rateLimit: 20,
    summary: `Add a webhook, whose secret is answered this once; at most ${MAX_WEBHOOKS} for an organization`,
    audit: 'webhook.created',
    access: confirmed,
    body: newWebhook,
    response: webhook.extend(secret.shape),
  }),
  updateWebhook: endpoint({
    method: 'PUT',
    path: '/api/tenant/webhooks/{id}',
    summary: 'Change the address, the events or the settings of a webhook',
    audit: 'webhook.updated',
    access: confirmed,
    params: byId,
    body: newWebhook.extend({ updatedAt: instant.optional() }),
    response: webhook,
  }),
  deleteWebhook: endpoint({
    method: 'DELETE',
    path: '/api/tenant/webhooks/{id}',
    summary: 'Delete a webhook with its log',
    audit: 'webhook.deleted',
    access: { ...admins, whileReadOnly: true },
    params: byId,
    response: 'none',
  }),
  switchWebhook: endpoint({
    method: 'PUT',
    path: '/api/tenant/webhooks/{id}/active',
    summary: 'Turn a webhook off, or on again: events in between are not sent',
    audit: ['webhook.turned-off', 'webhook.turned-on'],
    unaudited: 'Where it is so already, nothing changes',
    access: admins,
    params: byId,
    body: z.object({ isActive: z.boolean() }),
    response: webhook,
  }),
  rotateWebhookSecret: endpoint({
    method: 'POST',
    path: '/api/tenant/webhooks/{id}/secret',
    rateLimit: 20,
    summary: `Make a new secret, which is answered this once; the previous one signs too for ${SECRET_OVERLAP_HOURS} hours`,
    audit: 'webhook.secret-rotated',
    access: confirmed,
    params: byId,
    response: secret,
  }),
  testWebhook: endpoint({
    method: 'POST',
    path: '/api/tenant/webhooks/{id}/test',
    rateLimit: 20,
    summary: 'Send a test event to a webhook',
    audit: 'webhook.tested',
    access: admins,
    params: byId,
    response: 'none',
    errors: [409],
  }),
  listWebhookDeliveries: endpoint({
    method: 'GET',
    path: '/api/tenant/webhooks/{id}/deliveries',
    summary: `Deliveries to a webhook in the last ${WEBHOOK_LOG_DAYS} days, newest first`,
    access: admins,
    params: byId,
    query: pagingQuery,
    response: z.array(webhookDelivery),
  }),
  getWebhookDelivery: endpoint({
    method: 'GET',
    path: '/api/tenant/webhooks/{id}/deliveries/{deliveryId}',
    summary: 'A delivery with the body that is sent and the beginning of the last answer',
    access: admins,
    params: delivery,
    response: webhookDelivery.extend({
      payload: z.record(z.string(), z.unknown()),
      answer: z.string().nullable(),
    }),
  }),
  resendWebhookDelivery: endpoint({
    method: 'POST',
    path: '/api/tenant/webhooks/{id}/deliveries/{deliveryId}/again',
    rateLimit: 60,
    summary: 'Send a delivery again, with the same `webhook-id`',
    audit: 'webhook.sent-again',
    access: admins,
    params: delivery,
    response: 'none',
    errors: [409],
  }),
} as const
