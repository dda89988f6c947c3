import { createClient } from '#core/web/client.ts'
import { billingAnalyticsContract } from '../analytics-contract.ts'
import { billingContract } from '../contract.ts'
import { invoicesContract, tenantBillingContract } from '../invoice-contract.ts'

export const billingApi = createClient(billingContract)
export const billingAnalyticsApi = createClient(billingAnalyticsContract)
export const invoicesApi = createClient(invoicesContract)
export const tenantBillingApi = createClient(tenantBillingContract)

/**
 * The reads that every change here makes wrong: plans count their subscribers, subscriptions name their plan, and the
 * super admin's start page counts both. The key of subscriptions stands for their figures too.
 */
export const touched = [
  billingApi.listPlans.key(),
  billingApi.listSubscriptions.key(),
  invoicesApi.listInvoices.key(),
  ['api', 'dashboard', 'stats'],
  ['api', 'tenants'],
]
