import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'
import { billingInterval, subscriptionStatus } from '../../contract.ts'

const subscription = z.object({
  id: z.uuid(),
  tenantId: z.uuid(),
  status: subscriptionStatus,
  planId: z.uuid(),
  currentPeriodStart: z.string(),
  currentPeriodEnd: z.string(),
  periodAnchor: z.string(),
  anchorInterval: billingInterval,
  cancelAtPeriodEnd: z.boolean(),
  billingEmail: z.string().nullable(),
  lastPaymentAt: z.string().nullable(),
  autoUpgradeEnabled: z.boolean(),
  pendingUpgradePlanId: z.uuid().nullable(),
  upgradeEffectiveDate: z.string().nullable(),
  upgradeNotificationSent: z.boolean(),
  pastDueReason: z.enum(['trial-ended', 'invoice-overdue', 'set-by-hand']).nullable(),
  pastDueSince: z.string().nullable(),
  graceEndsAt: z.string().nullable(),
  toleratedUntil: z.string().nullable(),
  canceledAt: z.string().nullable(),
  lastRemindedAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

/** What its states mean is in `lifecycle.ts`. */
export class SubscriptionModel extends tableModel('subscriptions', subscription) {}
