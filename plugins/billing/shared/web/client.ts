import { createClient } from '#core/web/client.ts'
import { billingAnalyticsContract } from '../../analytics/contract.ts'
import { invoicesContract } from '../../invoices/contract.ts'
import { plansContract } from '../../plans/contract.ts'
import { subscriptionsContract } from '../../subscriptions/contract.ts'
import { usageContract } from '../../usage/contract.ts'

export const plansApi = createClient(plansContract)
export const subscriptionsApi = createClient(subscriptionsContract)
export const invoicesApi = createClient(invoicesContract)
export const usageApi = createClient(usageContract)
export const billingAnalyticsApi = createClient(billingAnalyticsContract)

/**
 * The reads that every change here makes wrong: plans count their subscribers, subscriptions name their plan, and the
 * super admin's start page counts both. The key of subscriptions stands for their figures too.
 */
export const touched = [
  plansApi.listPlans.key(),
  subscriptionsApi.listSubscriptions.key(),
  invoicesApi.listInvoices.key(),
  ['api', 'dashboard', 'stats'],
  ['api', 'tenants'],
]
