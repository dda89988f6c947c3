import { webhooksContract } from '#core/contract/webhooks.ts'
import { mount } from '../http/mount.ts'
import { getWebhookDelivery, listWebhookDeliveries, resendWebhookDelivery, testWebhook } from './deliveries.ts'
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateWebhookSecret,
  switchWebhook,
  updateWebhook,
} from './endpoints.ts'
import { describeWebhookTypes, webhookEventsOf } from './webhook-events.ts'

export const mountedWebhooks = mount(webhooksContract, {
  listWebhookTypes: async ({ core }) => describeWebhookTypes(webhookEventsOf(core)),
  listWebhooks,
  createWebhook,
  updateWebhook,
  deleteWebhook,
  switchWebhook,
  rotateWebhookSecret,
  testWebhook,
  listWebhookDeliveries,
  getWebhookDelivery,
  resendWebhookDelivery,
})
