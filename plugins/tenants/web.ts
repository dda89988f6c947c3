import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Building2, ChartLine, UserPlus, Users } from 'lucide-react'
import { analyticsRange, analyticsStep } from '#core/contract/analytics.ts'
import { roles } from '#core/contract/roles.ts'
import { tenantStatus } from '#core/contract/tenancy.ts'
import { address } from '#core/web/address.ts'
import {
  analyticsCharts,
  featureSwitches,
  organizationCards,
  securityForms,
  settingsHub,
  superAdminDashboard,
} from '#core/web/slots.ts'
import { defineWebPlugin, part } from '#core/web/plugin.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { organizationOrder } from './organizations/contract.ts'
import { userOrder, userStatuses } from './users/contract.ts'
import { findOrganizations } from './organizations/web/organizationSearch.ts'
import { findUsers } from './users/web/userSearch.ts'

const page = { apps: ['platform'], roles: ['superadmin'] } as const

const organizations = createRoute({
  getParentRoute: () => shellRoute,
  path: '/tenants',
  validateSearch: address.of({
    search: address.text(),
    status: address.oneOf(tenantStatus),
    sort: address.oneOf(organizationOrder),
    add: address.yes,
  }),
  component: lazyRouteComponent(() => import('./organizations/web/OrganizationsPage.tsx'), 'OrganizationsPage'),
  staticData: {
    ...page,
    title: 'Organizations',
    nav: { label: 'Organizations', icon: Building2, order: 10, group: 'customers' },
  },
})

const organization = createRoute({
  getParentRoute: () => shellRoute,
  path: '/tenants/$tenantId',
  component: lazyRouteComponent(() => import('./organizations/web/OrganizationPage.tsx'), 'OrganizationPage'),
  staticData: { ...page, title: 'Organization' },
})

const erasedOrganizations = createRoute({
  getParentRoute: () => shellRoute,
  path: '/tenants/erased',
  component: lazyRouteComponent(() => import('./erasures/web/ErasedOrganizationsPage.tsx'), 'ErasedOrganizationsPage'),
  staticData: { ...page, title: 'Erased organizations' },
})

const users = createRoute({
  getParentRoute: () => shellRoute,
  path: '/users',
  validateSearch: address.of({
    search: address.text(),
    tenantId: address.idOr('platform'),
    role: address.oneOf(roles),
    status: address.oneOf(userStatuses),
    sort: address.oneOf(userOrder),
    page: address.page,
    add: address.yes,
  }),
  component: lazyRouteComponent(() => import('./users/web/UsersPage.tsx'), 'UsersPage'),
  staticData: {
    ...page,
    title: 'User Administration',
    nav: { label: 'User Administration', icon: Users, order: 20, group: 'customers' },
  },
})

const analytics = createRoute({
  getParentRoute: () => shellRoute,
  path: '/analytics',
  validateSearch: address.of({
    range: address.oneOf(analyticsRange),
    by: address.oneOf(analyticsStep),
  }),
  component: lazyRouteComponent(() => import('./analytics/web/AnalyticsPage.tsx'), 'AnalyticsPage'),
  staticData: {
    ...page,
    title: 'Analytics',
    nav: { label: 'Analytics', icon: ChartLine, order: 91, hub: '/settings' },
  },
})

/** Organizations, their users, and what the super admin's start page says of both. */
export const tenantsWeb = defineWebPlugin({
  id: 'tenants',
  help: () => import('./help/web/articles.ts'),
  routes: [organizations, organization, erasedOrganizations, users, analytics],
  contributions: [
    featureSwitches({
      id: 'registration',
      order: 10,
      field: 'allowTenantSelfRegistration',
      component: part(() => import('./shared/web/FeatureSwitches.tsx'), 'RegistrationSwitch'),
    }),
    featureSwitches({
      id: 'analytics',
      order: 20,
      field: 'enableAnalytics',
      component: part(() => import('./shared/web/FeatureSwitches.tsx'), 'AnalyticsSwitch'),
    }),
    securityForms({
      id: 'registration',
      order: 10,
      component: part(() => import('./registration/web/RegistrationForm.tsx'), 'RegistrationForm'),
    }),
    superAdminDashboard({
      id: 'platform-stats',
      order: 10,
      component: part(() => import('./analytics/web/PlatformStats.tsx'), 'PlatformStats'),
    }),
    superAdminDashboard({
      id: 'organizations',
      order: 30,
      component: part(() => import('./organizations/web/OrganizationsTable.tsx'), 'OrganizationsTable'),
    }),
    organizationCards({
      id: 'people',
      order: 5,
      component: part(() => import('./users/web/OrganizationPeople.tsx'), 'OrganizationPeople'),
    }),
    settingsHub({
      id: 'analytics',
      order: 10,
      title: 'Analytics',
      description: 'Growth and usage of the platform.',
      icon: ChartLine,
      href: '/analytics',
      quickAction: 'View analytics',
      isShown: ({ enableAnalytics }) => enableAnalytics,
      apps: page.apps,
      roles: page.roles,
      component: part(() => import('./analytics/web/AnalyticsFigures.tsx'), 'AnalyticsFigures'),
    }),
    analyticsCharts({
      id: 'organization-growth',
      order: 10,
      component: part(() => import('./analytics/web/GrowthCharts.tsx'), 'OrganizationGrowth'),
    }),
    analyticsCharts({
      id: 'user-growth',
      order: 20,
      component: part(() => import('./analytics/web/GrowthCharts.tsx'), 'UserGrowth'),
    }),
    analyticsCharts({
      id: 'near-limit',
      order: 60,
      component: part(() => import('./analytics/web/NearLimitChart.tsx'), 'NearLimitChart'),
    }),
    analyticsCharts({
      id: 'idle',
      order: 70,
      component: part(() => import('./analytics/web/IdleChart.tsx'), 'IdleChart'),
    }),
  ],
  searches: [
    {
      id: 'organizations',
      heading: 'Organizations',
      icon: Building2,
      apps: page.apps,
      roles: page.roles,
      find: findOrganizations,
    },
    {
      id: 'users',
      heading: 'People',
      icon: Users,
      apps: page.apps,
      roles: page.roles,
      find: findUsers,
    },
  ],
  commands: [
    {
      id: 'add-organization',
      label: 'Add organization',
      icon: Building2,
      apps: page.apps,
      roles: page.roles,
      perform: ({ router }): Promise<void> => router.navigate({ href: '/tenants?add=true' }),
    },
    {
      id: 'add-user',
      label: 'Add user',
      icon: UserPlus,
      apps: page.apps,
      roles: page.roles,
      perform: ({ router }): Promise<void> => router.navigate({ href: '/users?add=true' }),
    },
  ],
})

declare module '#core/web/plugin.ts' {
  interface WebPlugins {
    tenants: typeof tenantsWeb
  }
}
