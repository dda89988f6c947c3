import { mount } from '#core/server/http/mount.ts'
import { definePlugin } from '#core/server/plugin.ts'
import { billingAnalyticsContract } from '../analytics/contract.ts'
import { billingSettings } from '../contract.ts'
import { plansContract } from '../plans/contract.ts'
import { subscriptionsContract } from '../subscriptions/contract.ts'
import { usageContract } from '../usage/contract.ts'
import { invoicesContract } from '../invoices/contract.ts'
import {
  billingSteps,
  exportBillingSteps,
  exportNearPlanLimits,
  nearPlanLimits,
} from '../analytics/server/analytics.ts'
import { unpaid } from '../subscriptions/server/attention.ts'
import { keepUp } from '../subscriptions/server/cycle.ts'
import { upgradeFigures, upgradesToTell } from '../usage/server/for-automation.ts'
import { exportInvoices, hasInvoices, invoicePdf, listInvoices } from '../invoices/server/invoices.ts'
import { extendGrace, overdueOf, remind } from '../subscriptions/server/overdue.ts'
import { voidInvoice } from '../subscriptions/server/void-invoice.ts'
import { recordPayment } from '../subscriptions/server/payments.ts'
import { exceeded, migratePlan } from '../subscriptions/server/plan-migration.ts'
import {
  createPlan,
  deletePlan,
  listEntitlements,
  listPlans,
  listSubscribers,
  setPlanStatus,
  updatePlan,
} from '../plans/server/plans.ts'
import { rollOverDue } from '../subscriptions/server/roll-over.ts'
import { readPlans } from '../plans/server/rows.ts'
import { billingNotices } from '../notices/server/notices.ts'
import { billingPersonalData } from './personal-data.ts'
import { seedSubscriptions } from './seed.ts'
import { moveStates } from '../subscriptions/server/states.ts'
import { createSubscription, updateSubscription } from '../subscriptions/server/subscription-changes.ts'
import { subscriptionTrends } from '../analytics/server/changes.ts'
import { exportSubscriptions, listSubscriptions, subscriptionStats } from '../subscriptions/server/subscriptions.ts'
import { syntheticSubscriptions } from './synthetic.ts'
import { declineUpgrade, switchOwnUpgrades, switchUpgradesOf } from '../usage/server/automatic-upgrades.ts'
import { planLimits } from '../usage/server/plan-limits.ts'
import { subscriptionOfTenant, tenantSubscription } from '../usage/server/tenant-subscription.ts'
import {
  noteUpgradeNotified,
  noteUsageChecked,
  readFullPlans,
  schedulePlanUpgrades,
  upgradeCandidates,
  upgradeStateOf,
} from '../usage/server/upgrades.ts'

// What other plugins use comes through the plugin's front door.
export { invoicesChanged, subscriptionsChanged } from './events.ts'
export type { Plan } from '../plans/server/rows.ts'
export type { UpgradeCandidate, UpgradeState } from '../usage/server/upgrades.ts'

const services = {
  createSubscription,
  subscriptionStats,
  subscriptionTrends,
  seedSubscriptions,
  readPlans,
  readFullPlans,
  exceeded,
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
        createPlan: (scope, { body }) => createPlan(scope, body),
        updatePlan: (scope, { params, body }) => updatePlan(scope, params.id, body),
        setPlanStatus: (scope, { params, body }) => setPlanStatus(scope, params.id, body.isActive),
        deletePlan: (scope, { params }) => deletePlan(scope, params.id),
        listSubscribers: (scope, { params, query }) => listSubscribers(scope, params.id, query),
        migratePlan: (scope, { params }) => migratePlan(scope, params.fromPlanId, params.toPlanId),
      }),
      mount(subscriptionsContract, {
        listSubscriptions: (scope, { query }) => listSubscriptions(scope, query),
        exportSubscriptions: (unscoped, { query }) => exportSubscriptions(unscoped, query),
        subscriptionStats,
        updateSubscription: (scope, { params, body }) => updateSubscription(scope, params.id, body),
        overdue: (scope, { params }) => overdueOf(scope, params.id),
        remind: (scope, { params }) => remind(scope, params.id),
        recordPayment: (scope, { params, body }) => recordPayment(scope, params.id, body),
        extendGrace: (scope, { params, body }) => extendGrace(scope, params.id, body.days),
      }),
      mount(invoicesContract, {
        listInvoices: (scope, { query }) => listInvoices(scope, query),
        exportInvoices: (unscoped, { query }) => exportInvoices(unscoped, query),
        invoicePdf: (scope, { params }) => invoicePdf(scope, params.id),
        voidInvoice: (scope, { params }) => voidInvoice(scope, params.id),
        tenantInvoices: (scope, { query }) => listInvoices(scope, query),
        tenantInvoicePdf: (scope, { params }) => invoicePdf(scope, params.id),
      }),
      mount(usageContract, {
        subscriptionOfTenant: (scope, { params }) => subscriptionOfTenant(scope, params.id),
        tenantSubscription,
        declineUpgrade,
        switchOwnUpgrades: (scope, { body }) => switchOwnUpgrades(scope, body.enabled),
        switchUpgradesOf: (scope, { params, body }) => switchUpgradesOf(scope, params.id, body.enabled),
      }),
      mount(billingAnalyticsContract, {
        billingSteps: (scope, { query }) => billingSteps(scope, query),
        exportBillingSteps: (scope, { query }) => exportBillingSteps(scope, query),
        nearPlanLimits: (scope) => nearPlanLimits(scope),
        exportNearPlanLimits: (scope) => exportNearPlanLimits(scope),
      }),
    ],
    jobs: [keepUp],
    subscriptions: [...billingNotices],
    planLimits,
    attention: unpaid,
  }),
})
