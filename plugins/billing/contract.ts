import { z } from 'zod'

export const billingIntervals = ['monthly', 'yearly'] as const
export const billingInterval = z.enum(billingIntervals, 'Please select a billing interval')
export type BillingInterval = z.infer<typeof billingInterval>

export const subscriptionStatuses = ['active', 'trialing', 'past_due', 'canceled', 'paused'] as const
export const subscriptionStatus = z.enum(subscriptionStatuses, 'Please select a status')
export type SubscriptionStatus = z.infer<typeof subscriptionStatus>
