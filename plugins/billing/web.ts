import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { CreditCard, Layers, ReceiptText } from 'lucide-react'
import { address } from '#core/web/address.ts'
import { analyticsCharts, banners, limitParts, organizationCards, organizationSettings } from '#core/web/slots.ts'
import { defineWebPlugin, part } from '#core/web/plugin.ts'
import { settingsPage } from '#core/web/settingsPage.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { subscriptionStatus } from './contract.ts'
import { subscriptionOrder } from './subscriptions/contract.ts'
import { invoiceOrder, invoiceStatus } from './invoices/contract.ts'

const page = { apps: ['platform'], roles: ['superadmin'] } as const

const subscriptions = createRoute({
  getParentRoute: () => shellRoute,
  path: '/subscriptions',
  validateSearch: address.of({
    search: address.text(),
    status: address.oneOf(subscriptionStatus),
    sort: address.oneOf(subscriptionOrder),
    page: address.page,
  }),
  component: lazyRouteComponent(() => import('./subscriptions/web/SubscriptionsPage.tsx'), 'SubscriptionsPage'),
  staticData: {
    ...page,
    title: 'Subscription Management',
    nav: { label: 'Subscriptions', icon: CreditCard, order: 30, group: 'billing' },
  },
})

const subscriptionPlans = createRoute({
  getParentRoute: () => shellRoute,
  path: '/subscription-plans',
  // `add` opens the dialog that creates one.
  validateSearch: address.of({ add: address.yes }),
  component: lazyRouteComponent(() => import('./plans/web/PlansPage.tsx'), 'PlansPage'),
  staticData: {
    ...page,
    title: 'Subscription Plans',
    nav: { label: 'Subscription Plans', icon: Layers, order: 40, group: 'billing' },
  },
})

const invoices = createRoute({
  getParentRoute: () => shellRoute,
  path: '/invoices',
  validateSearch: address.of({
    status: address.oneOf(invoiceStatus),
    tenantId: address.id,
    sort: address.oneOf(invoiceOrder),
    page: address.page,
  }),
  component: lazyRouteComponent(() => import('./invoices/web/InvoicesPage.tsx'), 'InvoicesPage'),
  staticData: {
    ...page,
    title: 'Invoices',
    nav: { label: 'Invoices', icon: ReceiptText, order: 35, hub: '/subscriptions', tab: 'Invoices' },
  },
})

const settings = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/billing',
  component: lazyRouteComponent(() => import('./shared/web/BillingSettingsPage.tsx'), 'BillingSettingsPage'),
  staticData: settingsPage({
    label: 'Billing',
    title: 'Billing settings',
    help: 'Currency, tax, trial and grace periods.',
    icon: CreditCard,
    order: 50,
  }),
})

/** Plans, subscriptions and invoices, and what an organization sees of its own. */
export const billingWeb = defineWebPlugin({
  id: 'billing',
  help: () => import('./help/web/articles.ts'),
  routes: [subscriptions, subscriptionPlans, invoices, settings],
  contributions: [
    banners({
      id: 'subscription',
      order: 10,
      roles: ['tenant_admin', 'instructor', 'parent', 'student'],
      component: part(() => import('./usage/web/SubscriptionBanner.tsx'), 'SubscriptionBanner'),
    }),
    organizationSettings({
      id: 'plan',
      label: 'Plan & Usage',
      group: 'plan',
      order: 30,
      roles: ['tenant_admin'],
      component: part(() => import('./usage/web/PlanUsageTab.tsx'), 'PlanUsageTab'),
    }),
    organizationSettings({
      id: 'invoices',
      label: 'Invoices',
      group: 'plan',
      order: 40,
      roles: ['tenant_admin'],
      component: part(() => import('./invoices/web/TenantInvoicesTab.tsx'), 'TenantInvoicesTab'),
    }),
    organizationCards({
      id: 'plan',
      order: 10,
      component: part(() => import('./usage/web/OrganizationPlanCard.tsx'), 'OrganizationPlanCard'),
    }),
    organizationCards({
      id: 'invoices',
      order: 20,
      component: part(() => import('./invoices/web/OrganizationInvoicesCard.tsx'), 'OrganizationInvoicesCard'),
    }),
    limitParts({
      id: 'plan-limits',
      order: 10,
      fields: [],
      component: part(() => import('./shared/web/LimitParts.tsx'), 'PlanLimitsNote'),
    }),
    limitParts({
      id: 'organizations-per-plan',
      order: 20,
      fields: ['maxTenantsPerPlan'],
      component: part(() => import('./shared/web/LimitParts.tsx'), 'OrganizationsPerPlanField'),
    }),
    analyticsCharts({
      id: 'revenue',
      order: 40,
      component: part(() => import('./analytics/web/BillingCharts.tsx'), 'RevenueChart'),
    }),
    analyticsCharts({
      id: 'churn',
      order: 50,
      component: part(() => import('./analytics/web/BillingCharts.tsx'), 'ChurnChart'),
    }),
    analyticsCharts({
      id: 'near-plan-limit',
      order: 60,
      component: part(() => import('./analytics/web/PlanLimitsChart.tsx'), 'PlanLimitsChart'),
    }),
  ],
  commands: [
    {
      id: 'create-plan',
      label: 'Create plan',
      icon: Layers,
      apps: page.apps,
      roles: page.roles,
      perform: ({ router }): Promise<void> => router.navigate({ href: '/subscription-plans?add=true' }),
    },
  ],
})

declare module '#core/web/plugin.ts' {
  interface WebPlugins {
    billing: typeof billingWeb
  }
}
