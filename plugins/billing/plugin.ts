import { mount } from '#core/server/http/mount.ts'
import { definePlugin } from '#core/server/plugin.ts'
import { billingAnalyticsContract } from './analytics/contract.ts'
import { billingSettings } from './contract.ts'
import { plansContract } from './plans/contract.ts'
import { subscriptionsContract } from './subscriptions/contract.ts'
import { usageContract } from './usage/contract.ts'
import { invoicesContract } from './invoices/contract.ts'
import { billingSteps, exportBillingSteps, exportNearPlanLimits, nearPlanLimits } from './analytics/server/analytics.ts'
import { unpaidAttention } from './subscriptions/server/attention.ts'
import { keepUp } from './subscriptions/server/cycle.ts'
import { upgradeFigures, upgradesToTell } from './usage/server/for-automation.ts'
import { exportInvoices, hasInvoices, invoicePdf, listInvoices } from './invoices/server/invoices.ts'
import { extendGrace, overdueOf, remind } from './subscriptions/server/overdue.ts'
import { billingWebhooks } from './invoices/server/webhook-events.ts'
import { voidInvoice } from './subscriptions/server/void-invoice.ts'
import { recordPayment } from './subscriptions/server/payments.ts'
import { exceededLimits, migratePlan } from './subscriptions/server/plan-migration.ts'
import {
  createPlan,
  deletePlan,
  listEntitlements,
  listPlans,
  listSubscribers,
  setPlanStatus,
  updatePlan,
} from './plans/server/plans.ts'
import { rollOverDue } from './subscriptions/server/roll-over.ts'
import { readPlans } from './plans/server/rows.ts'
import { billingNotices } from './notices/server/notices.ts'
import { billingPersonalData } from './personal-data.ts'
import { seedSubscriptions } from './seed/seed.ts'
import { moveStates } from './subscriptions/server/states.ts'
import { createSubscription, updateSubscription } from './subscriptions/server/subscription-changes.ts'
import { subscriptionTrends } from './analytics/server/changes.ts'
import { exportSubscriptions, listSubscriptions, subscriptionStats } from './subscriptions/server/subscriptions.ts'
import { syntheticSubscriptions } from './seed/synthetic.ts'
import { declineUpgrade, switchOwnUpgrades, switchUpgradesOf } from './usage/server/automatic-upgrades.ts'
import { planLimits } from './usage/server/plan-limits.ts'
import { subscriptionOfTenant, tenantSubscription } from './usage/server/tenant-subscription.ts'
import {
  noteUpgradeNotified,
  noteUsageChecked,
  readFullPlans,
  schedulePlanUpgrades,
  upgradeCandidates,
  upgradeStateOf,
} from './usage/server/upgrades.ts'

// Other plugins use these through this front door.
export { invoicesChanged, subscriptionsChanged } from './shared/server/events.ts'
export type { Plan } from './plans/server/rows.ts'
export type { UpgradeCandidate, UpgradeState } from './usage/server/upgrades.ts'

const services = {
  createSubscription,
  subscriptionStats,
  subscriptionTrends,
  seedSubscriptions,
  readPlans,
  readFullPlans,
  exceeded: exceededLimits,
  upgradeCandidates,
  upgradeStateOf,
  schedulePlanUpgrades,
  noteUsageChecked,
  noteUpgradeNotified,
  upgradeFigures,
  upgradesToTell,
  rollOverDue,
  moveStates,
  hasInvoices,
}
export type BillingServices = typeof services

/** Plans, the organizations' subscriptions to them, and their invoices. */
export const billing = definePlugin({
  id: 'billing',
  migrations: new URL('./migrations/', import.meta.url),
  storage: { documents: ['invoices', 'invoice_lines', 'payments', 'billing_notices'] },
  settings: billingSettings,
  synthetic: syntheticSubscriptions,
  personalData: billingPersonalData,
  setup: () => ({
    services,
    routes: [
      mount(plansContract, {
        listEntitlements,
        listPlans,
        createPlan,
        updatePlan,
        setPlanStatus: (scope, id, body) => setPlanStatus(scope, id, body.isActive),
        deletePlan,
        listSubscribers,
        migratePlan,
      }),
      mount(subscriptionsContract, {
        listSubscriptions,
        exportSubscriptions,
        subscriptionStats,
        updateSubscription,
        overdue: overdueOf,
        remind,
        recordPayment,
        extendGrace: (scope, id, body) => extendGrace(scope, id, body.days),
      }),
      mount(invoicesContract, {
        listInvoices,
        exportInvoices,
        invoicePdf,
        voidInvoice,
        tenantInvoices: listInvoices,
        tenantInvoicePdf: invoicePdf,
      }),
      mount(usageContract, {
        subscriptionOfTenant,
        tenantSubscription,
        declineUpgrade,
        switchOwnUpgrades: (scope, body) => switchOwnUpgrades(scope, body.enabled),
        switchUpgradesOf: (scope, id, body) => switchUpgradesOf(scope, id, body.enabled),
      }),
      mount(billingAnalyticsContract, {
        billingSteps,
        exportBillingSteps,
        nearPlanLimits,
        exportNearPlanLimits,
      }),
    ],
    jobs: [keepUp],
    subscriptions: [...billingNotices],
    webhookEvents: billingWebhooks,
    planLimits,
    attention: unpaidAttention,
  }),
})
