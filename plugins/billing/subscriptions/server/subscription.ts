import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'
import { subscriptionState } from './lifecycle.ts'

const subscription = subscriptionState.extend({
  id: z.uuid(),
  tenantId: z.uuid(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

export class SubscriptionModel extends tableModel('subscriptions', subscription) {}
